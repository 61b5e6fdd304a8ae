#!/usr/bin/env python3
"""Verifies an exported evidence folder: python3 verify.py [HASH OF A HEAD THAT YOU KEPT]...
Needs Python 3.8 and the openssl command (3.0). Exit codes: 0, everything matches; 1, something does not; 2, not readable."""
import base64, calendar, hashlib, json, pathlib, re, subprocess, sys, tempfile, time
HERE = pathlib.Path(__file__).resolve().parent
def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()
def need(is_right, what):
    if not is_right: sys.exit(print("BAD: " + what) or 1)
def openssl(*words):
    return subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True, errors="replace")
def opened(name, origin):  # A signed note of C2SP: its text, an empty line, and the signature over the text.
    text, _, signature = (HERE / "heads" / name).read_text().partition("\n\n")
    text = (text + "\n").encode()
    need(text.split(b"\n")[0].decode() == origin, f"{name} is a head of another log")
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "text").write_bytes(text)
        (pathlib.Path(folder) / "sig").write_bytes(base64.b64decode(signature.split()[2])[4:])
        need(openssl("pkeyutl", "-verify", "-pubin", "-inkey", HERE / "log.pem", "-rawin", "-in", folder + "/text",
                     "-sigfile", folder + "/sig").returncode == 0, f"the signature of {name}")
    lines = text.decode().split("\n")
    return {"size": int(lines[1]), "root": base64.b64decode(lines[2]), "time": lines[5][5:], "hash": sha(text).hex()}
def climb(node, last, proof, before, after):  # RFC 9162, 2.1.3.2 and 2.1.4.2: the hashes of an old and a new tree
    for one in proof:
        if node % 2 or node == last:
            before, after = sha(b"\1", one, before), sha(b"\1", one, after)
            while node and node % 2 == 0:
                node, last = node >> 1, last >> 1
        else:
            after = sha(b"\1", after, one)
        node, last = node >> 1, last >> 1
    return last == 0, before, after
def from_leaf(leaf, index, size, proof):
    is_whole, _, root = climb(index, size - 1, proof, leaf, leaf)
    return root if is_whole and index < size else None
def follows(old, new, proof):
    if old["size"] == new["size"]: return old["root"] == new["root"]
    node, last = old["size"] - 1, new["size"] - 1
    while node % 2:
        node, last = node >> 1, last >> 1
    path = proof if node else [old["root"]] + proof
    return climb(node, last, path[1:], path[0], path[0]) == (True, old["root"], new["root"])

log = json.loads((HERE / "log.json").read_text())
heads = [opened(name, log["origin"]) for name in log["heads"]]
for old, new, proof in zip(heads, heads[1:], log["consistency"]):
    need(old["time"] <= new["time"] and old["size"] <= new["size"], f"the head of {new['time']} goes backwards")
    need(follows(old, new, [base64.b64decode(one) for one in proof]), f"the log of {new['time']} rewrites an earlier head")
for pin in sys.argv[1:]:
    need(pin in [head["hash"] for head in heads], f"no head has the hash {pin}")
head, forms, count = heads[-1], {}, 0
for line in (HERE / "rows.jsonl").open(encoding="utf-8"):
    row, values, hashes, count = json.loads(line), {}, b"", count + 1
    for name, field in row["fields"].items():  # The leaf commits to their names and order, too.
        need(re.fullmatch(r"[a-z_]+", name), f"the names of the fields in line {count} of rows.jsonl")
        values[name] = value = field.get("value")
        mark = b"-" if value is None else b"+" + value.encode()
        committed = field["redacted"] if "redacted" in field else sha(bytes.fromhex(field["salt"]), mark).hex()
        hashes += f"{name} {committed}\n".encode()
    leaf = sha(b"\0", f"caseload audit row\nchain {row['chain']} {row['position']}\n".encode(), hashes)
    proof = [base64.b64decode(one) for one in row["proof"]]
    need(from_leaf(leaf, row["index"], head["size"], proof) == head["root"], f"the row in line {count} of rows.jsonl")
    details = json.loads(values["details"] or "{}")
    if values["action"] == "consent_signed": forms[values["resource_id"]] = details.get("formSha256")
    if values["resource_type"] == "sealed_scan": forms["sealed-" + values["resource_id"]] = details.get("sha256")
files = [sorted((HERE / folder).glob("*")) for folder in ("forms", "scans", "sealed-scans")]
for form in sum(files, []):
    need(form.stem in forms, f"{form.name} has no signature in rows.jsonl")
    need(forms[form.stem] in (None, sha(form.read_bytes()).hex()), f"{form.name} is not the file that was recorded")
stamps = sorted((HERE / "time-stamps").glob("*.tsr"))
for stamp in stamps:  # Named by its head. Its certificate must have been valid when it stamped, not now.
    place = log["heads"].index(stamp.name.split("-")[0] + ".txt")
    dates = re.findall(r"Time stamp: (\w+ +\d+ [\d:]+)\S* (\d+)", openssl("ts", "-reply", "-text", "-in", stamp).stdout)
    at = calendar.timegm(time.strptime(" ".join(dates[0]), "%b %d %H:%M:%S %Y")) if dates else 0
    need(openssl("ts", "-verify", "-digest", heads[place]["hash"], "-in", stamp, "-CAfile", HERE / "tsa.pem",
                 "-attime", at).returncode == 0, f"the time stamp {stamp.name}")
    earliest = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at - 300))
    need(all(earliest <= one["time"] for one in heads[place + 1:]), f"the clock was set back after {stamp.name}")
print(f"Everything matches: rows {count}, tree heads {len(heads)}, time stamps {len(stamps)}, signed forms {len(files[0])}, "
      f"scans {len(files[1])}, sealed scans {len(files[2])}.\nNewest head: {head['hash']}, {head['time']}")

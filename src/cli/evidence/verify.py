"""Verifies a folder of evidence from Caseload: python3 verify.py [--pin HASH]. Needs Python 3 and the openssl command.
--pin is the SHA-256 of a tree head that you know from elsewhere. Exit code 0: everything fits; 1: the first line says what does not."""
import base64, hashlib, json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sha = lambda *parts: hashlib.sha256(b"".join(parts)).digest()
node = lambda left, right: sha(b"\1", left, right)
lines = lambda name: (json.loads(line) for line in open(os.path.join(HERE, name), encoding="utf-8"))
hashes = lambda one: [bytes.fromhex(step) for step in one["proof"]]

def need(fits, problem):
    if not fits:
        print("BROKEN:", problem)
        sys.exit(1)

def is_signed(note, key):
    text, _, line = note.rpartition("\n\n")
    origin, signature = text.split("\n")[0], base64.b64decode(line.split(" ")[2])
    public = bytes.fromhex(key)
    if signature[:4] != sha(origin.encode(), b"\n\1", public)[:4]:
        return False
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        for name, content in (("key", bytes.fromhex("302a300506032b6570032100") + public), ("sig", signature[4:]), ("text", (text + "\n").encode())):
            open(path(name), "wb").write(content)
        return subprocess.run(["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", path("key"), "-rawin",
                               "-in", path("text"), "-sigfile", path("sig")], capture_output=True).returncode == 0

def climb(at, last, first, proof):  # RFC 9162, 2.1.3.2 and 2.1.4.2: the roots of the earlier and of the later tree
    old = new = first
    for step in proof:
        if last == 0:
            return None, None
        if at % 2 or at == last:
            old, new = node(step, old), node(step, new)
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
        else:
            new = node(new, step)
        at, last = at // 2, last // 2
    return (old, new) if last == 0 else (None, None)

def is_consistent(size, root, later, later_root, proof):
    if size == 0 or size == later:
        return not proof and (size == 0 or root == later_root)
    if size & (size - 1) == 0:
        proof = [root] + proof
    at, last = size - 1, later - 1
    while at % 2:
        at, last = at // 2, last // 2
    return bool(proof) and climb(at, last, proof[0], proof[1:]) == (root, later_root)

pin = sys.argv[sys.argv.index("--pin") + 1] if "--pin" in sys.argv else None
before, names, forms, rows = None, [], {}, 0
for head in lines("heads.jsonl"):
    origin, size, root, previous, chains, time = head["note"].split("\n")[:6]
    size, root, name, time = int(size), base64.b64decode(root), hashlib.sha256(head["note"].encode()).hexdigest(), time[5:]
    need(is_signed(head["note"], head["key"]), f"head {head['number']}: the signature is not valid")
    if before:
        need(is_consistent(before[1], before[2], size, root, hashes(head)), f"head {head['number']} does not continue head {before[0]}")
        need(time >= before[4], f"head {head['number']} is dated before head {before[0]}")
        need(head["number"] != before[0] + 1 or previous == "previous " + before[3], f"head {head['number']} names another head before it")
    before = (head["number"], size, root, name, time)
    names.append(name)
need(before, "there is no tree head")
need(pin is None or pin in names, f"no head has the hash {pin}")
for row in lines("rows.jsonl"):
    parts = [sha(bytes.fromhex(f[1]), (f[0] if f[2] is None else f[0] + "=" + f[2]).encode()) if len(f) == 3 else bytes.fromhex(f[1]) for f in row["fields"]]
    leaf = sha(b"\0", *parts)
    need(0 <= row["leaf"] < before[1] and climb(row["leaf"], before[1] - 1, leaf, hashes(row))[1] == before[2], f"row of leaf {row['leaf']}: it is not what was signed")
    values, rows = {f[0]: f[2] for f in row["fields"] if len(f) == 3}, rows + 1
    if values.get("action") == "consent_signed":
        forms[values.get("resourceId")] = json.loads(values.get("details") or "{}").get("formSha256")
for request, digest in forms.items():
    path = os.path.join(HERE, "forms", f"{request}.pdf")
    if digest and os.path.exists(path):
        need(hashlib.sha256(open(path, "rb").read()).hexdigest() == digest, f"form {request}: it is not the one that was signed")
print(f"Everything fits: {rows} rows, {len(names)} heads, {len(forms)} signatures. Last head: {before[3]} of {before[4]}, {before[1]} rows")

-- A disclosure that nothing permitted, such as a fax to a wrong number. The accounting must have it (45 CFR 164.528).
ALTER TYPE "disclosure_basis" ADD VALUE 'mistake';

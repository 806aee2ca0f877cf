// The in-toto Statement behind a signed pack: whoever signs it says that the pack of this name and version has this digest.
import { subjectStatement } from './subject-statement.ts';

export const PACK_PREDICATE = 'urn:axproof:pack:v1';

export interface PackRelease {
  name: string;
  version: string;
  digest: string;
}

/** JCS bytes. at: when it was signed, as reports write it. */
export const packStatement = ({ name, version, digest }: PackRelease, at: string): Uint8Array =>
  subjectStatement(`${name}@${version}`, digest, PACK_PREDICATE, { name, version, digest, at });

// The seam to a transparency log: whoever keeps one takes a digest and gives back a proof. It says nothing of how, where or by whom.

/** What a log gives for an entry: enough to write the proof down beside the report. */
export interface Logged {
  /** Zero-based, in the order of the log. */
  index: number;
  /** RFC 6962 2.1.1: from the sibling of the leaf to the child of the root, 32 bytes each. */
  inclusionProof: Uint8Array[];
  /** The signed note whose tree holds the entry. */
  checkpoint: string;
}

export interface TransparencyLog {
  /** `digest` is `sha256:` and 64 hex digits. What was promised is on the disk: a log never takes an entry back. */
  append(digest: string): Promise<Logged>;
}

// Entitlements as the store keeps them, and what was used of them. Types alone.
export interface EntitlementFacts {
  id: string;
  /** As it was signed, and the `kid` of the key that signed it where one did: JSON. */
  claims: string;
  ceiling: number;
  used: number;
  issuedAt: number;
  expiresAt: number;
  revokedAt: number | null;
  /** When a facilitator was asked to settle the payment that it stands for. */
  paidAt: number | null;
}

export interface EntitlementStore {
  putEntitlement(facts: Omit<EntitlementFacts, 'used' | 'revokedAt' | 'paidAt'>): Promise<void>;
  entitlement(id: string): Promise<EntitlementFacts | undefined>;
  /** The oldest first. */
  entitlements(): Promise<EntitlementFacts[]>;
  /** false: there is none, or it was revoked before. */
  revokeEntitlement(id: string, now: number): Promise<boolean>;
  /** Uses one of its runs up; false where none is left. A run that is started under it does this by itself. */
  charge(id: string, now: number): Promise<boolean>;
  /** When the payment that it stands for was settled; null: it was not. */
  paid(id: string, at: number | null): Promise<void>;
}

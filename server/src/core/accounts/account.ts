// The account record: who can sign in to an organization.

/** Someone who has signed in: one per email address and organization. */
export interface Account {
  /** Record id, UUID version 7; `sub` of the tokens. */
  id: string;
  /** The address codes are sent to, in normal form. */
  email: string;
  /** The customer profile it is linked to, once there is one. */
  customerId: string | undefined;
  /** The account that signs in instead, since the customers of both were merged. */
  joinsAccountId: string | undefined;
  createdAt: Date;
}

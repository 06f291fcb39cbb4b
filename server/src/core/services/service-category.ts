// The service category record: a heading that services stand under.

/** The most characters of a category's name (G-041). */
export const categoryNameLengthMax = 100;

/** A heading that services stand under. */
export interface ServiceCategory {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  /** Unique in the organization, whatever its case. */
  name: string;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

// The task category record.

/** The most characters of a category's name (G-121). */
export const taskCategoryNameLengthMax = 100;
/** The most categories of an organization: one list that people choose from (G-121). */
export const taskCategoriesMax = 500;

/** What an organization sorts its tasks by. */
export interface TaskCategory {
  /** Record id, UUID version 7. */
  id: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
}

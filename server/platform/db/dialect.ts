/** The database engines that the shop runs on. */
export type Dialect = 'sqlite' | 'postgres';

/** The two engines. */
export type Dialect = 'sqlite' | 'postgres';

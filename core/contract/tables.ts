/** Pages import this: keep schemas out. */

export type Tone = 'quiet' | 'info' | 'progress' | 'good' | 'warn' | 'bad';

export function keysOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}

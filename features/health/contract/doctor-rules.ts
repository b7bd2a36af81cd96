/** Free of schemas, so pages may import it. */
export const findingStateTable = {
  good: { label: 'Good' },
  warning: { label: 'Look at this' },
  bad: { label: 'Needs fixing' },
  unknown: { label: 'Can’t tell' },
} as const;
export type FindingState = keyof typeof findingStateTable;
export const findingStates = Object.keys(findingStateTable) as FindingState[];

export const worstOf = (states: readonly FindingState[]): FindingState =>
  (['bad', 'warning', 'unknown'] as const).find((state) => states.includes(state)) ?? 'good';

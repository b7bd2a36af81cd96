import type { Light } from './media.ts';

/** What the admin reads of the lights, in the order of their menu. */
export const lightLabels = {
  daylight: 'Daylight',
  'long-wave-uv': 'Long-wave UV',
  'short-wave-uv': 'Short-wave UV',
  detail: 'Detail',
  label: 'Label',
} as const satisfies Record<Light, string>;

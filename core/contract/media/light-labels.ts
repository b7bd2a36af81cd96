import type { Light } from './media.ts';

/** In the order of the menu. */
export const lightLabels = {
  daylight: 'Daylight',
  'long-wave-uv': 'Long-wave UV',
  'short-wave-uv': 'Short-wave UV',
  detail: 'Detail',
  label: 'Label',
} as const satisfies Record<Light, string>;

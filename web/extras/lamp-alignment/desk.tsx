import type { DeskExtra } from '#web/desk-extra.ts';
import { AlignmentField } from './alignment-field.tsx';

export const lampAlignment = {
  picture: [{ order: 10, Part: AlignmentField }],
  failedJobs: { alignment: 'We couldn’t align this photo with the daylight photo, so it’s shown as taken.' },
} satisfies DeskExtra;

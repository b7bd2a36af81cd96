import { z } from 'zod';
import { line } from '#contract/text.ts';
import { HTTPS_NEEDED, MAX_WAY_URL, secondWayKinds } from './second-way-rules.ts';

const isHttps = (text: string) => URL.parse(text)?.protocol === 'https:';

/** Where trouble is told when email is what is broken; null: nowhere. */
export const secondWay = z.strictObject({ kind: z.enum(secondWayKinds), url: line(MAX_WAY_URL).refine(isHttps, HTTPS_NEEDED) }).nullable();

export const secondWaySetting = z.strictObject({ way: secondWay });

export type SecondWay = z.infer<typeof secondWay>;

/** What a webhook gets. */
export type Alert = {
  /** Its name. */
  shop: string;
  /** The name of a condition, or `test`. */
  condition: string;
  state: 'began' | 'over';
  title: string;
  text: string;
};

import { z } from 'zod';
import { HTTPS_NEEDED } from '#core/contract/admin/setting-checks.ts';
import { line } from '#core/contract/text.ts';
import { MAX_WAY_URL, secondWayKinds } from '#features/health/contract/second-way-rules.ts';

const isHttps = (text: string) => URL.parse(text)?.protocol === 'https:';

/** For trouble while email is broken; null: nowhere. */
export const secondWay = z
  .strictObject({
    kind: z.enum(secondWayKinds),
    url: line(MAX_WAY_URL).refine(isHttps, HTTPS_NEEDED),
  })
  .nullable();

export const secondWaySetting = z.strictObject({ way: secondWay });

export type SecondWay = z.infer<typeof secondWay>;

/** What a webhook gets. */
export type Alert = {
  shop: string;
  /** The name of a condition, or `test`. */
  condition: string;
  state: 'began' | 'over';
  title: string;
  text: string;
};

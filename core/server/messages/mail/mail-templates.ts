/** A new kind (`core/contract/messages/mail-statuses.ts`) does not compile without its template. */
import type { MailKind, mailKindTable } from '#core/contract/messages/mail-statuses.ts';
import type { AccountNotice } from '#core/server/admin/auth/activity.service.ts';
import { accountMailTemplates } from './account-mail-templates.ts';
import { holdMailTemplates } from './hold-mail-templates.ts';
import type { MailedOrder } from './order-mail-parts.ts';
import { orderMailTemplates } from './order-mail-templates.ts';
import { type ShieldNotice, shieldMailTemplates } from './shield-mail-templates.ts';
import type { Template } from './template.ts';
import { type TroubleNotice, troubleMailTemplates } from './trouble-mail-templates.ts';

type Abouts = {
  order: MailedOrder;
  hold: MailedOrder;
  shield: ShieldNotice;
  account: AccountNotice;
  trouble: TroubleNotice;
};
export type MailAbout<K extends MailKind> = Abouts[(typeof mailKindTable)[K]['about']];

export const mailTemplates: { [K in MailKind]: Template<MailAbout<K>> } = {
  ...orderMailTemplates,
  ...holdMailTemplates,
  ...shieldMailTemplates,
  ...accountMailTemplates,
  ...troubleMailTemplates,
};

import { useQuery } from '@tanstack/react-query';
import type { MailDraftInput } from '#contract/selling/orders.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import { mailDraftQuery } from './admin-order-queries.ts';
import { AnnouncedMail } from './status-effects.tsx';

type Props = { id: number; input: MailDraftInput; isOpen?: boolean };

/** The email that the buyer would get, as what is typed changes it; nothing while there is none to write. */
export function DraftedMail({ id, input, isOpen = false }: Props) {
  const settled = JSON.parse(useSettled(JSON.stringify(input))) as MailDraftInput;
  const { data } = useQuery(mailDraftQuery(id, settled));
  return <AnnouncedMail mail={data?.mail} hasMailServer={data?.hasMailServer === true} isOpen={isOpen} />;
}

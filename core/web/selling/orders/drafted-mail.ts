import { useQuery } from '@tanstack/react-query';
import type { MailDraft, MailDraftInput } from '#core/contract/selling/order-edits.ts';
import { useSettled } from '#ui/use-settled.ts';
import { mailDraftQuery } from './admin-order-queries.ts';

/** `isComing`: the draft will move what stands beneath it, and a moved button misses a press. */
export function useDraftedMail(
  id: number,
  input: MailDraftInput,
  isWanted: boolean,
): MailDraft & { isComing: boolean } {
  const typed = JSON.stringify(input);
  const settled = useSettled(typed);
  const { data, isLoading, isPlaceholderData } = useQuery({
    ...mailDraftQuery(id, JSON.parse(settled)),
    enabled: isWanted,
  });
  return {
    mail: data?.mail ?? null,
    hasMailServer: data?.hasMailServer === true,
    isComing: isWanted && (settled !== typed || isLoading || isPlaceholderData),
  };
}

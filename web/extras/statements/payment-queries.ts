/** The admin's calls about payments. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PaymentInput, PaymentResults, StatementReport } from '#contract/extras/statements/payments.ts';
import type { StatementColumns } from '#contract/extras/statements/statement-columns.ts';
import { call, send } from '#web/lib/api.ts';
import { refused } from '#web/lib/refusals.ts';

/** Has a statement matched to orders; nothing is written. @throws ApiError */
async function readStatement(file: Blob): Promise<StatementReport> {
  const headers = { 'content-type': 'text/csv' };
  const response = await fetch('/api/manage/payments/statement', { method: 'POST', credentials: 'include', headers, body: file });
  if (!response.ok) throw refused(response, await response.text());
  return response.json();
}

/** Reads a statement. @param columns what its columns are called, which is remembered; without them as before. */
export const useStatement = () =>
  useMutation({
    mutationFn: async ({ file, columns }: { file: File; columns?: StatementColumns }) => {
      if (columns) await send('/api/settings/payment_statement', { method: 'PUT', body: columns });
      return readStatement(file);
    },
  });

/** Each order is a transaction of its own, and proxies end a response that stays silent. */
const AT_ONCE = 50;

/** Marks orders as paid, some at a time; after an error those before stay paid. Everything that shows an order or a specimen is fetched again. */
export function useConfirmation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (payments: PaymentInput['payments']) => {
      const results: PaymentResults['results'] = [];
      for (let start = 0; start < payments.length; start += AT_ONCE) {
        const body = { payments: payments.slice(start, start + AT_ONCE) };
        results.push(...(await call<PaymentResults>('/api/manage/payments', { method: 'POST', body })).results);
      }
      return results;
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
}

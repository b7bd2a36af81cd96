import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  PaymentInput,
  PaymentResults,
  StatementReport,
} from '#features/statements/contract/payments.ts';
import type { StatementColumns } from '#features/statements/contract/statement-columns.ts';
import { call, pathOf, send } from '#ui/lib/api.ts';
import { refused } from '#ui/lib/refusals.ts';

/** Writes nothing. @throws ApiError */
async function readStatement(file: Blob): Promise<StatementReport> {
  const headers = { 'content-type': 'text/csv' };
  const response = await fetch(pathOf('POST /api/manage/payments/statement'), {
    method: 'POST',
    credentials: 'include',
    headers,
    body: file,
  });
  if (!response.ok) throw refused(response, await response.text());
  return response.json();
}

/** @param columns names of the columns, which are remembered; without them as before. */
export const useStatement = () =>
  useMutation({
    mutationFn: async ({ file, columns }: { file: File; columns?: StatementColumns }) => {
      if (columns) await send('PUT /api/settings/payment_statement', { body: columns });
      return readStatement(file);
    },
  });

/** Each order is a transaction of its own, and proxies end a response that stays silent. */
const AT_ONCE = 50;

/**
 * After an error, the orders before stay paid. Everything that shows an order or a specimen is
 * fetched again.
 */
export function useConfirmation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (payments: PaymentInput['payments']) => {
      const results: PaymentResults['results'] = [];
      for (let start = 0; start < payments.length; start += AT_ONCE) {
        const body = { payments: payments.slice(start, start + AT_ONCE) };
        results.push(...(await call('POST /api/manage/payments', { body })).results);
      }
      return results;
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
}

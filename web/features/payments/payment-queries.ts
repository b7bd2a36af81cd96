/** The admin's calls about payments. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PaymentInput, PaymentResults, StatementReport } from '#contract/payments.ts';
import type { StatementColumns } from '#contract/statement-columns.ts';
import { ApiError, call, send } from '#web/lib/api.ts';

/** Has a statement matched to orders; nothing is written. @throws ApiError */
async function readStatement(file: Blob): Promise<StatementReport> {
  const headers = { 'content-type': 'text/csv' };
  const response = await fetch('/api/manage/payments/statement', { method: 'POST', credentials: 'include', headers, body: file });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
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

/** Marks orders as paid. Everything that shows an order or a specimen is fetched again. */
export function useConfirmation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payments: PaymentInput['payments']) =>
      call<PaymentResults>('/api/manage/payments', { method: 'POST', body: { payments } }),
    onSettled: () => queryClient.invalidateQueries(),
  });
}

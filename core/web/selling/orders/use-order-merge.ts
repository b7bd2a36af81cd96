import { useQueryClient } from '@tanstack/react-query';
import type { OrderEditInput } from '#core/contract/selling/order-edits.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { useMerge } from '#ui/use-merge.tsx';
import { orderDetailQuery, useOrderEdit } from './admin-order-queries.ts';
import { toastNotUpdated } from './order-toasts.ts';

type Options<T> = {
  labels: Record<keyof T, string>;
  fieldsOf: (order: OrderDetail) => T;
  editOf: (fields: T) => OrderEditInput;
  onMerged: (fields: T) => void;
  onSaved: () => void;
};

/** Saves notes that several forms and tabs may edit. */
export function useOrderMerge<T extends object>(
  order: OrderDetail,
  { fieldsOf, editOf, ...options }: Options<T>,
) {
  const queryClient = useQueryClient();
  const change = useOrderEdit(order.id);
  const storedIn = (detail: OrderDetail) => ({ fields: fieldsOf(detail), version: detail.version });
  return useMerge({
    begin: storedIn(order),
    load: async () => storedIn(await queryClient.fetchQuery(orderDetailQuery(order.id))),
    save: async (fields, version) =>
      storedIn(await change.mutateAsync({ edit: editOf(fields), version })),
    onFailed: toastNotUpdated,
    ...options,
  });
}

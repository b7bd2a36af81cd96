import { useDetailChange } from '#core/web/selling/orders/admin-order-queries.ts';
import { call } from '#ui/lib/api.ts';

export const useUndo = (id: number) =>
  useDetailChange(
    id,
    (at: string) => call('POST /api/manage/orders/:id/undo', { params: { id }, body: { at } }),
    true,
  );

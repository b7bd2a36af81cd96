import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { OrderChangeInput } from '#core/contract/selling/changing-orders.ts';
import type {
  BuyerWords,
  GivenRefund,
  HoldExtension,
  MailDraftInput,
  MoneyCorrection,
  OrderEditInput,
  PaidCancellation,
  PaymentInput,
  StatusUpdateInput,
} from '#core/contract/selling/order-edits.ts';
import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail, OrdersPage, OrdersQuery } from '#core/contract/selling/orders.ts';
import { waitingKey } from '#core/web/admin/account/waiting-queries.ts';
import { galleryKey } from '#core/web/catalogue/gallery/gallery-queries.ts';
import { manageKey } from '#core/web/catalogue/manage/manage-queries.ts';
import { specimenKeys } from '#core/web/catalogue/specimen/specimen-queries.ts';
import { call } from '#ui/lib/api.ts';
import { ifMatch } from '#ui/lib/if-match.ts';
import { orderKey } from './order-queries.ts';
import type { Parcel } from './parcel.ts';

const keys = {
  lists: ['orders'],
  details: ['order-detail'],
  detail: (id: number) => ['order-detail', id],
  effects: ['order-effects'],
  draft: (id: number) => ['order-detail', id, 'draft'],
} as const;

export const orderDetailsKey = keys.details;
export const orderDraftKey = keys.draft;

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** Keeps the previous page in sight. */
export const ordersPageQuery = (query: OrdersQuery) =>
  queryOptions({
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call('GET /api/manage/orders', { query, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

export const orderDetailQuery = (id: number) =>
  queryOptions({
    queryKey: keys.detail(id),
    queryFn: () => call('GET /api/manage/orders/:id', { params: { id } }),
    ...fresh,
  });

export const effectsQuery = (
  id: number,
  status: OrderStatus,
  { carrier, trackingNumber, amount }: Partial<Parcel & { amount: string }> = {},
) => {
  const change = { status, carrier, trackingNumber, amount };
  return queryOptions({
    queryKey: [...keys.effects, id, change],
    queryFn: () => call('GET /api/manage/orders/:id/effects', { params: { id }, query: change }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
};

export const mailDraftQuery = (id: number, input: MailDraftInput) =>
  queryOptions({
    queryKey: [...keys.draft(id), input],
    queryFn: () => call('POST /api/manage/orders/:id/mail-draft', { params: { id }, body: input }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

export const changePreviewQuery = (id: number, change: OrderChangeInput) =>
  queryOptions({
    queryKey: [...keys.draft(id), 'change', change],
    queryFn: () =>
      call('POST /api/manage/orders/:id/change-preview', { params: { id }, body: change }),
    placeholderData: keepPreviousData,
    retry: false,
    ...fresh,
  });

/** Refetches specimens too: a change of an order moves both. */
export async function refetchAll(queryClient: QueryClient): Promise<void> {
  const moved = [
    waitingKey,
    keys.lists,
    keys.details,
    keys.effects,
    orderKey,
    galleryKey,
    specimenKeys.all,
    manageKey,
  ];
  await Promise.all(moved.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export function useStatusChange() {
  const queryClient = useQueryClient();
  return useMutation({
    // Refused where the order has moved on from what the page shows.
    mutationFn: ({ id, from, ...change }: { id: number; from: OrderStatus } & StatusUpdateInput) =>
      call('PUT /api/orders/:id/status', { params: { id }, body: change, headers: ifMatch(from) }),
    onSettled: () => refetchAll(queryClient),
  });
}

/** Removes it at once, and back where the server refuses. */
export function useOrderDeletion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/orders/:id', { params: { id } }),
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey: keys.lists });
      const before = queryClient.getQueriesData<OrdersPage>({ queryKey: keys.lists });
      queryClient.setQueriesData<OrdersPage>(
        { queryKey: keys.lists },
        (page) => page && withoutOrder(page, id),
      );
      return before;
    },
    onError: (_error, _id, before) => {
      for (const [key, page] of before ?? []) queryClient.setQueryData(key, page);
    },
    onSettled: () => refetchAll(queryClient),
  });
}

function withoutOrder(page: OrdersPage, id: number): OrdersPage {
  const orders = page.orders.filter((order) => order.id !== id);
  return { ...page, orders, total: page.total - (page.orders.length - orders.length) };
}

export function useCancellation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => call('POST /api/manage/orders/cancel', { body: { ids } }),
    onSettled: () => refetchAll(queryClient),
  });
}

/**
 * The response is the changed order. @param isSeenElsewhere whether more than the lists of orders
 * shows it.
 */
export function useDetailChange<Input>(
  id: number,
  change: (input: Input) => Promise<OrderDetail>,
  isSeenElsewhere = false,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (order) => {
      queryClient.setQueryData(orderDetailQuery(id).queryKey, order);
      if (!isSeenElsewhere) void queryClient.invalidateQueries({ queryKey: keys.lists });
    },
    // Also where it was refused: the page was out of date.
    onSettled: () => {
      if (isSeenElsewhere) void refetchAll(queryClient);
    },
  });
}

export const useOrderEdit = (id: number) =>
  useDetailChange(id, ({ edit, version }: { edit: OrderEditInput; version: string }) =>
    call('PATCH /api/orders/:id', { params: { id }, body: edit, headers: ifMatch(version) }),
  );

export const useHoldExtension = (id: number) =>
  // The page of a specimen says until when it is held.
  useDetailChange(
    id,
    (extension: HoldExtension) =>
      call('POST /api/manage/orders/:id/extend', { params: { id }, body: extension }),
    true,
  );

export const useOrderChange = (id: number) =>
  useDetailChange(
    id,
    (body: OrderChangeInput) =>
      call('POST /api/manage/orders/:id/change', { params: { id }, body }),
    true,
  );

export const useWithdrawal = (id: number) =>
  useDetailChange<void>(
    id,
    () => call('DELETE /api/manage/orders/:id/proposal', { params: { id } }),
    true,
  );

export const useRefund = (id: number) =>
  useDetailChange(
    id,
    (body: GivenRefund) => call('POST /api/manage/orders/:id/refunds', { params: { id }, body }),
    true,
  );
export const useOrderCancellation = (id: number) =>
  useDetailChange(
    id,
    (body: PaidCancellation) =>
      call('POST /api/manage/orders/:id/cancel', { params: { id }, body }),
    true,
  );

export const usePayment = (id: number) =>
  useDetailChange(
    id,
    (body: PaymentInput) => call('POST /api/manage/orders/:id/payments', { params: { id }, body }),
    true,
  );

export const useSettling = (id: number) =>
  useDetailChange(
    id,
    (receivedAmount: string) =>
      call('POST /api/manage/orders/:id/settle', { params: { id }, body: { receivedAmount } }),
    true,
  );

export const useMoneyCorrection = (id: number) =>
  useDetailChange(
    id,
    ({ moneyId, ...change }: MoneyCorrection & { moneyId: number }) =>
      call('PATCH /api/manage/orders/:id/money/:moneyId', {
        params: { id, moneyId },
        body: change,
      }),
    true,
  );

export const useMoneyRemoval = (id: number) =>
  useDetailChange(
    id,
    (moneyId: number) =>
      call('DELETE /api/manage/orders/:id/money/:moneyId', { params: { id, moneyId } }),
    true,
  );

export const useBuyerWords = (id: number) =>
  useDetailChange(id, (body: BuyerWords) =>
    call('POST /api/manage/orders/:id/mails', { params: { id }, body }),
  );

/** The admin's calls about orders. */
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChangePreview, OrderChangeInput } from '#contract/selling/changing-orders.ts';
import type { OrderStatus } from '#contract/selling/order-statuses.ts';
import type {
  BuyerWords,
  CancelReport,
  GivenRefund,
  HoldExtension,
  MailDraft,
  MailDraftInput,
  MoneyCorrection,
  OrderDetail,
  OrderEditInput,
  OrderSourceInput,
  OrdersPage,
  OrdersQuery,
  PaidCancellation,
  PaymentInput,
  StatusEffects,
  StatusUpdateInput,
  StrangersReport,
} from '#contract/selling/orders.ts';
import type { SaleInput } from '#contract/selling/sales.ts';
import type { TogetherGiven, TogetherPreview } from '#contract/selling/sent-together.ts';
import { todayKey } from '#web/features/admin/today/today-queries.ts';
import { galleryKey } from '#web/features/catalogue/gallery/gallery-queries.ts';
import { manageKey } from '#web/features/catalogue/manage/manage-queries.ts';
import { specimenKeys } from '#web/features/catalogue/specimen/specimen-queries.ts';
import { call, queryString, send } from '#web/lib/api.ts';
import { ifMatch } from '#web/lib/if-match.ts';
import { orderKey } from './order-queries.ts';
import type { Parcel } from './parcel.ts';

const keys = {
  lists: ['orders'],
  details: ['order-detail'],
  detail: (id: number) => ['order-detail', id],
  effects: ['order-effects'],
  draft: (id: number) => ['order-detail', id, 'draft'],
  strangers: ['strangers'],
} as const;

/** Everything about single orders. */
export const orderDetailsKey = keys.details;

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** A page of the list; the one before stays in sight until it is there. */
export const ordersPageQuery = (query: OrdersQuery) =>
  queryOptions({
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call<OrdersPage>(`/api/manage/orders${queryString(query)}`, { signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

export const orderDetailQuery = (id: number) =>
  queryOptions({ queryKey: keys.detail(id), queryFn: () => call<OrderDetail>(`/api/manage/orders/${id}`), ...fresh });

/** What a change of status, or of the parcel alone, would do; asked when one is picked or typed. */
export const effectsQuery = (id: number, status: OrderStatus, { carrier, trackingNumber }: Partial<Parcel> = {}) => {
  const change = { status, carrier, trackingNumber };
  return queryOptions({
    queryKey: [...keys.effects, id, change],
    queryFn: () => call<StatusEffects>(`/api/manage/orders/${id}/effects${queryString(change)}`),
    placeholderData: keepPreviousData,
    ...fresh,
  });
};

/** What an email about an order would say. */
export const mailDraftQuery = (id: number, input: MailDraftInput) =>
  queryOptions({
    queryKey: [...keys.draft(id), input],
    queryFn: () => call<MailDraft>(`/api/manage/orders/${id}/mail-draft`, { method: 'POST', body: input }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

/** What a change of lines and totals would do. */
export const changePreviewQuery = (id: number, change: OrderChangeInput) =>
  queryOptions({
    queryKey: [...keys.draft(id), 'change', change],
    queryFn: () => call<ChangePreview>(`/api/manage/orders/${id}/change-preview`, { method: 'POST', body: change }),
    placeholderData: keepPreviousData,
    retry: false,
    ...fresh,
  });

/** Refetches orders and specimens: a change of an order moves both. */
async function refetchAll(queryClient: QueryClient): Promise<void> {
  const moved = [todayKey, keys.strangers, keys.lists, keys.details, keys.effects, orderKey, galleryKey, specimenKeys.all, manageKey];
  await Promise.all(moved.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export function useStatusChange() {
  const queryClient = useQueryClient();
  return useMutation({
    // Refused where the order has moved on from what the page shows.
    mutationFn: ({ id, from, ...change }: { id: number; from: OrderStatus } & StatusUpdateInput) =>
      send(`/api/orders/${id}/status`, { method: 'PUT', body: change, headers: ifMatch(from) }),
    onSettled: () => refetchAll(queryClient),
  });
}

/** Removes an order: it leaves the list at once and comes back where the server refuses. */
export function useOrderDeletion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => send(`/api/orders/${id}`, { method: 'DELETE' }),
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey: keys.lists });
      const before = queryClient.getQueriesData<OrdersPage>({ queryKey: keys.lists });
      queryClient.setQueriesData<OrdersPage>({ queryKey: keys.lists }, (page) => page && withoutOrder(page, id));
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
    mutationFn: (ids: number[]) => call<CancelReport>('/api/manage/orders/cancel', { method: 'POST', body: { ids } }),
    onSettled: () => refetchAll(queryClient),
  });
}

/** Enters a sale made elsewhere. The same sale sent again under its key, after a lost response, is the same order. */
export function useSale() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ key, sale }: { key: string; sale: SaleInput }) =>
      call<OrderDetail>('/api/manage/sales', { method: 'POST', body: sale, headers: { 'Idempotency-Key': key } }),
    onSettled: () => refetchAll(queryClient),
  });
}

/** What new buyers hold, and where it comes from. */
export const strangersQuery = queryOptions({
  queryKey: keys.strangers,
  queryFn: () => call<StrangersReport>('/api/manage/strangers'),
  ...fresh,
});

export function useStrangersCancellation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (source: OrderSourceInput) => call<CancelReport>('/api/manage/strangers/cancel', { method: 'POST', body: source }),
    onSettled: () => refetchAll(queryClient),
  });
}

/** A change whose response is the changed order. @param isSeenElsewhere whether more than the lists of orders shows it. */
function useDetailChange<Input>(id: number, change: (input: Input) => Promise<OrderDetail>, isSeenElsewhere = false) {
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
    call<OrderDetail>(`/api/orders/${id}`, { method: 'PATCH', body: edit, headers: ifMatch(version) }),
  );

export const useHoldExtension = (id: number) =>
  // The page of a specimen says until when it is held.
  useDetailChange(
    id,
    (extension: HoldExtension) => call<OrderDetail>(`/api/manage/orders/${id}/extend`, { method: 'POST', body: extension }),
    true,
  );

const post = (path: string) => (body: object) => call<OrderDetail>(path, { method: 'POST', body });

export const useOrderChange = (id: number) => useDetailChange<OrderChangeInput>(id, post(`/api/manage/orders/${id}/change`), true);

/** Takes back what the buyer is asked. */
export const useWithdrawal = (id: number) =>
  useDetailChange<void>(id, () => call<OrderDetail>(`/api/manage/orders/${id}/proposal`, { method: 'DELETE' }), true);

/** What sending these orders with this one would do. */
export const togetherQuery = (id: number, orders: number[]) =>
  queryOptions({
    queryKey: [...keys.draft(id), 'together', orders],
    queryFn: () => call<TogetherPreview>(`/api/manage/orders/${id}/parcel${queryString({ orders: orders.join(',') })}`),
    placeholderData: keepPreviousData,
    ...fresh,
  });

export const useSendingTogether = (id: number) => useDetailChange<TogetherGiven>(id, post(`/api/manage/orders/${id}/parcel`), true);

/** Takes the order out of its parcel. */
export const useSendingAlone = (id: number) =>
  useDetailChange<void>(id, () => call<OrderDetail>(`/api/manage/orders/${id}/parcel`, { method: 'DELETE' }), true);

export const useRefund = (id: number) => useDetailChange<GivenRefund>(id, post(`/api/manage/orders/${id}/refunds`), true);
export const usePaidCancellation = (id: number) => useDetailChange<PaidCancellation>(id, post(`/api/manage/orders/${id}/cancel`), true);

export const usePayment = (id: number) => useDetailChange<PaymentInput>(id, post(`/api/manage/orders/${id}/payments`), true);

/** Corrects a payment or a refund. */
export const useMoneyCorrection = (id: number) =>
  useDetailChange(
    id,
    ({ moneyId, ...change }: MoneyCorrection & { moneyId: number }) =>
      call<OrderDetail>(`/api/manage/orders/${id}/money/${moneyId}`, { method: 'PATCH', body: change }),
    true,
  );

export const usePaymentRemoval = (id: number) =>
  useDetailChange(id, (moneyId: number) => call<OrderDetail>(`/api/manage/orders/${id}/money/${moneyId}`, { method: 'DELETE' }), true);

export const useBuyerWords = (id: number) => useDetailChange<BuyerWords>(id, post(`/api/manage/orders/${id}/mails`));

export const useErasure = (id: number) =>
  useDetailChange(id, (evenPending: boolean) =>
    call<OrderDetail>(`/api/manage/orders/${id}/erase`, { method: 'POST', body: { evenPending } }),
  );

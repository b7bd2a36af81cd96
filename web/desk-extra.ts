/** Where an extra plugs into the owner's pages, of which visitors download nothing. What has an order has it as a number. */
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { TodayRow } from '#contract/admin/today.ts';
import type { TodayKindEntry } from '#contract/admin/today-kinds.ts';
import type { Light, Medium, Video } from '#contract/media/media.ts';
import type { OrderDetail, OrdersQuery } from '#contract/selling/orders.ts';
import type { SpecimenDraft } from './features/catalogue/editing/form/specimen-draft.ts';
import type { Filled } from './parts.tsx';

export type DeskProps = { timeZone: string };

/** What the rooms of Settings stand under, beside its nine tabs. */
export const roomGroups = ['Shop', 'Account', 'Data', 'Upkeep'] as const;
export type RoomGroup = (typeof roomGroups)[number];

export type TodayActionProps = {
  row: TodayRow;
  /** Its label. */
  button: string;
  hasMailServer: boolean;
  /** Asks before an order is marked paid. */
  onPaid: (row: TodayRow) => void;
  /** Called once the row is settled, and about to go. */
  onDone: () => void;
};

/** One specimen in a row of those that are edited one after another. */
export type EditRow = {
  /** Leads back to where the row came from. */
  back: ReactNode;
  /** Above the form. */
  head: ReactNode;
  /** What the form's button says, and opens the next one. */
  next?: { label: string; go: () => Promise<void> };
  /** What of the piece before this one may have too, and what that one is called. */
  before?: { name: string; fields: Partial<SpecimenDraft> };
};

/**
 * Sends what belongs to a video that the shop has by now. @param videoId null where it is unknown which one that is.
 * @returns what it changes of the video; null where it failed, which it tells the owner.
 */
export type SendLater = (videoId: string | null) => Promise<((video: Video) => Video) | null>;

/** A way to the first pieces: where it begins, and what one does. */
export type WayProps = Pick<LinkProps, 'to' | 'hash'> & { title: string; children: ReactNode };

/** Where parts are drawn one after another, in the order of their numbers: what each is given. */
export type Places = {
  /** List items with links to pages of the owner, among those above each of them. `link`: the classes of one. */
  deskLinks: { link: string };
  /** List items with links among the tools of Manage. `link`: the classes of one. */
  manageLinks: { link: string };
  /** Links above the list of Manage, about all that its filters show. `filters`: of Manage's address. `link`: the classes of one. */
  listLinks: { filters: object; total: number; link: string };
  /** Above the search of Manage's list. */
  aboveList: DeskProps;
  /** Buttons for the specimens that are selected in Manage. */
  selection: { ids: readonly number[]; onDone: () => void };
  /** Buttons for hidden pieces that were made together. */
  hiddenPieces: { ids: readonly number[]; onDone: () => void };
  /** Links in the head of Orders. */
  ordersLinks: object;
  /** Above the list of orders, about all that its filters show. */
  listedOrders: { filters: Pick<OrdersQuery, 'search' | 'filter'>; total: number };
  /** Links for the orders that are selected. */
  selectedOrders: { ids: readonly number[] };
  /** On an order's page. */
  order: DeskProps & { order: OrderDetail };
  /** Links in the head of a specimen's edit page. */
  editLinks: { id: number };
  /** Beneath a specimen's form. */
  edit: DeskProps & { specimenId: number };
  /** Beneath the light of a picture in a specimen's form. `medium`: null for a file that is not sent yet. `name`: the picture's, for screen readers. */
  picture: {
    medium: Medium | null;
    name: string;
    light: Light | null;
    asTaken: boolean;
    onChange: (asTaken: boolean) => void;
    disabled: boolean;
  };
  /** About a stored video in a specimen's form. `name`: for screen readers. `onChange`: called with what the shop stores of it by now. */
  storedVideo: { video: Video; name: string; onChange: (change: (video: Video) => Video) => void; disabled: boolean };
  /** About a chosen video that is not sent yet, with what is sent once the shop has it. */
  chosenVideo: { file: File; later: SendLater | undefined; onChange: (later: SendLater | null) => void; disabled: boolean };
  /** Beneath the collections. */
  collections: object;
  /** Beneath what is set about orders. */
  settings: object;
  /** Beneath the export. */
  exports: object;
  /** Beneath the first steps: another way to begin. */
  beginning: object;
  /** List items: ways to the first pieces. */
  waysIn: { Way: ComponentType<WayProps> };
};

export type DeskExtra = Filled<Places> & {
  /** Its screens, by the names of their pages. `isForAnyone`: it finds out itself who looks at it. */
  screens?: Record<string, { Screen: ComponentType; isForAnyone?: true }>;
  /** Its rooms of Settings, by their names. */
  rooms?: Record<string, { group: RoomGroup; Room: ComponentType<DeskProps> }>;
  /** A hook: whether the specimen is edited as one of a row. @param search of the page's address. */
  useEditRow?: (search: Record<string, unknown>, specimenId: number) => EditRow | null;
  /** What can wait in Today, by its kind, with the button of each row. */
  today?: Record<string, TodayKindEntry & { Action: ComponentType<TodayActionProps> }>;
  /** What is said of its media jobs that failed for good, by their kind. */
  failedJobs?: Record<string, string>;
  /** What it has on the device, which a logout ends. */
  device?: {
    /** What would be lost, as the question says it; null: nothing. */
    lossAtLogout?: () => Promise<string | null>;
    forget: () => Promise<void>;
  };
};

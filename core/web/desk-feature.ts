/** Where a feature plugs into the owner's pages, which visitors never download. */
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { PasswordDecisions } from '#core/contract/admin/auth.ts';
import type { Settings } from '#core/contract/admin/settings.ts';
import type { TodayKindEntry, TodayRow } from '#core/contract/admin/today-rows.ts';
import type { Specimen, SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Light, Medium, Video } from '#core/contract/media/media.ts';
import type { AdminOrder, OrderDetail, OrdersQuery } from '#core/contract/selling/orders.ts';
import type { SpecimenDraft } from './catalogue/editing/form/specimen-draft.ts';
import type { Filled } from './parts.tsx';

export type DeskProps = { timeZone: string };
export type SettingRoomProps = DeskProps & {
  isShown: boolean;
};

/** The headings of Settings' rooms, beside its nine tabs. */
export const roomGroups = ['Shop', 'Account', 'Data', 'Upkeep'] as const;
export type RoomGroup = (typeof roomGroups)[number];

export type TodayActionProps = {
  row: TodayRow;
  button: string;
  hasMailServer: boolean;
  /** Asks before an order is marked paid. */
  onPaid: (row: TodayRow) => void;
  /** Called once the row is settled, and about to go. */
  onDone: () => void;
};

/** `all`: where the rows are that Today does not show. */
export type TodayKind = TodayKindEntry & {
  Action: ComponentType<TodayActionProps>;
  all?: Pick<LinkProps, 'to' | 'search'>;
};

/** One of several specimens that are edited one after another. */
export type EditRow = {
  /** Leads back to where the row came from. */
  back: ReactNode;
  /** Above the form. */
  head: ReactNode;
  /** The label of the form's button, which opens the next one. */
  next?: { label: string; go: () => Promise<void> };
  /** The name of the piece before, and what this one may have of it. */
  before?: { name: string; fields: Partial<SpecimenDraft> };
};

/**
 * Sends what belongs to a video once the shop has it.
 * @param videoId null if unknown.
 * @returns what it changes of the video; null if it failed, which it tells the owner.
 */
export type SendLater = (videoId: string | null) => Promise<((video: Video) => Video) | null>;

export type WayProps = Pick<LinkProps, 'to' | 'hash'> & { title: string; children: ReactNode };

export type RoomProps = Pick<LinkProps, 'to'> & { count?: number; children: ReactNode };

/** How much waits in Today of the counted kinds. */
export type Waiting = (isCounted: (kind: string) => boolean) => number;
type DeskRooms = { Room: ComponentType<RoomProps>; waiting: Waiting };

export type NewPassword = {
  /** Whether it is not known yet what there is to decide. */
  isPending: boolean;
  /** Above the button of the form. */
  fields: ReactNode;
  /** Reads the form. `told`: what is said once it is done, after another sentence; or nothing. */
  read: (form: FormData) => { decisions: PasswordDecisions; told: string };
};

type OpenDialog = (onClose: () => void) => ReactNode;

/**
 * Where parts are drawn, in the order of their numbers, and what each is given. `link`: the classes
 * of a link there. `name`: for screen readers.
 */
export type Places = {
  /** The first links to the owner's rooms. */
  firstDeskRooms: DeskRooms;
  /** Links to rooms in which something waits, after the orders. */
  deskRooms: DeskRooms;
  /** List items with links to pages of the owner, among those above each of them. */
  deskLinks: { link: string };
  /**
   * List items with links to what the catalogue knows, beside the collections in Manage's tools.
   */
  catalogueLinks: { link: string };
  /** List items with links among Manage's tools. */
  manageLinks: { link: string };
  /** Beside Manage's headline: a button, and what it unfolds beneath. */
  manageHead: object;
  /**
   * Between Manage's head and list, which is hidden while a part draws `<i hidden data-late />`.
   */
  aboveManage: { settings: Settings };
  /** List items with links among Manage's tools. `filters`: from Manage's URL, all they show. */
  listLinks: { filters: object; total: number; link: string };
  /** Above the search of Manage's list. */
  aboveList: DeskProps;
  /** Buttons for the specimens that are selected in Manage. */
  selection: { ids: readonly number[]; onDone: () => void };
  /** Buttons for hidden pieces that were made together. */
  hiddenPieces: { ids: readonly number[]; onDone: () => void };
  /** Links among the tools of Orders. */
  ordersLinks: object;
  /** Above and beneath the list of orders. */
  aboveOrders: object;
  belowOrders: DeskProps;
  /** Among the tools of Orders, about all that its filters show. */
  listedOrders: { filters: Pick<OrdersQuery, 'search' | 'filter'>; total: number };
  /** Links and buttons for the selected orders. */
  selectedOrders: { orders: readonly AdminOrder[]; onDone: () => void };
  /** Above what an order waits for. */
  orderHead: DeskProps & { order: OrderDetail };
  /** Above the shipping on an order's page. */
  orderShipping: { order: OrderDetail };
  /** On an order's page. */
  order: DeskProps & { order: OrderDetail };
  /** Buttons beside those that erase and delete an order. */
  orderRemoval: { order: OrderDetail };
  orderDeletion: { order: OrderDetail };
  /**
   * Actions on a specimen's card in Manage. `open`: draws a dialog over the list, which stays when
   * the card leaves the list.
   */
  cardActions: { specimen: Specimen; link: string; open: (dialog: OpenDialog) => void };
  /** Buttons in the head of a specimen's edit page, before the others. */
  editActions: { specimen: SpecimenDetail };
  /** Links in the head of a specimen's edit page. */
  editLinks: { id: number };
  /** Beneath a specimen's form. */
  edit: DeskProps & { specimenId: number };
  /**
   * Beneath a picture's light in a specimen's form. `medium`: null for a file that is not sent yet.
   */
  picture: {
    medium: Medium | null;
    name: string;
    light: Light | null;
    asTaken: boolean;
    onChange: (asTaken: boolean) => void;
    disabled: boolean;
  };
  /**
   * About a stored video in a specimen's form. `onChange`: called with what the shop now stores of
   * it.
   */
  storedVideo: {
    video: Video;
    name: string;
    onChange: (change: (video: Video) => Video) => void;
    disabled: boolean;
  };
  /** About a chosen video that is not sent yet. `later`: what is sent once the shop has it. */
  chosenVideo: {
    file: File;
    later: SendLater | undefined;
    onChange: (later: SendLater | null) => void;
    disabled: boolean;
  };
  /** Beneath a name that the species table lacks. */
  unknownSpecies: { name: string };
  /** Links in the head of the collections. */
  collectionsLinks: object;
  /** Beneath the collections. */
  collections: object;
  /** Links in the head of Settings. */
  settingsLinks: object;
  /** Beneath the settings of orders. */
  settings: object;
  /** Beneath the export. */
  exports: object;
  /**
   * Other proofs, beneath the password where it is asked for again. `isBusy`: whether one is
   * checked. `isPasswordSent`: whether the password is. `onBusy`: called when a check begins and
   * ends. `onEnd`: true after a right proof; false if nobody is logged in any more.
   */
  underConfirmation: {
    isBusy: boolean;
    isPasswordSent: boolean;
    onBusy: (isBusy: boolean) => void;
    onEnd: (isConfirmed: boolean) => void;
  };
  /**
   * In the sentence that the password must be changed where somebody else may know it: what else to
   * do.
   */
  afterNewPassword: object;
  /** In the gallery of a shop without pieces, for its owner, who may not have logged in yet. */
  emptyShop: object;
  /** Beneath the first steps: another way to begin. */
  beginning: object;
  /** List items: ways to the first pieces. */
  waysIn: { Way: ComponentType<WayProps> };
};

export type DeskFeature = Filled<Places> & {
  /** By the names of their pages. `isForAnyone`: the screen finds out itself who looks at it. */
  screens?: Record<string, { Screen: ComponentType; isForAnyone?: true }>;
  /**
   * Its rooms of Settings, by name. `order`: in their group, where the core's have 10, 20, 30 and
   * 40.
   */
  rooms?: Record<
    string,
    { group: RoomGroup; order: number; Room: ComponentType<SettingRoomProps> }
  >;
  /**
   * Shown in place of Manage.
   * @param search of the page's URL.
   */
  insteadOfManage?: (search: Record<string, unknown>) => ReactNode;
  /**
   * A hook; null: the specimen is not edited as one of a row.
   * @param search of the page's URL.
   */
  useEditRow?: (search: Record<string, unknown>, specimenId: number) => EditRow | null;
  /** A hook: what the owner decides with a new password. */
  useNewPassword?: (props: DeskProps) => NewPassword;
  /** A hook: what waits, to be counted beside the links to the owner's rooms. */
  useWaiting?: () => Waiting;
  /** What can wait in Today, by kind. */
  today?: Record<string, TodayKind>;
  /** What is said of media jobs that failed for good, by kind. */
  failedJobs?: Record<string, string>;
  /** What it keeps on the device, which a logout ends. */
  device?: {
    /** What would be lost, as the question says it; null: nothing. */
    lossAtLogout?: () => Promise<string | null>;
    forget: () => Promise<void>;
  };
};

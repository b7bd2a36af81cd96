import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { RecentActivity } from '#core/web/admin/account/activity.tsx';
import { Sessions } from '#core/web/admin/account/sessions.tsx';
import { LegalPanel } from '#core/web/admin/settings/footer-panel.tsx';
import { OrdersPanel } from '#core/web/admin/settings/orders-panel.tsx';
import { ShippingPanel } from '#core/web/admin/settings/shipping-panel.tsx';
import {
  type DeskProps,
  type RoomGroup,
  roomGroups,
  type SettingRoomProps,
} from '#core/web/desk-feature.ts';
import { OtherMails } from '#core/web/messages/mail/other-mails.tsx';
import { entriesOnDesk, Parts } from '#core/web/on-desk.tsx';
import { PasswordRoom } from './password-room.tsx';

const MailServerPanel = lazy(() =>
  import('#core/web/messages/mail/mail-server-panel.tsx').then((file) => ({
    default: file.MailServerPanel,
  })),
);

type Room = { group: RoomGroup; order: number; Room: ComponentType<SettingRoomProps> };

const OrdersRoom = () => (
  <>
    <OrdersPanel />
    <Parts at="settings" />
  </>
);

/** Each room of Settings beside the nine tabs. */
const rooms: Record<string, Room> = {
  Shipping: { group: 'Shop', order: 10, Room: ShippingPanel },
  'Order Rules': { group: 'Shop', order: 20, Room: OrdersRoom },
  'Texts for Buyers': { group: 'Shop', order: 25, Room: LegalPanel },
  Password: { group: 'Account', order: 10, Room: PasswordRoom },
  Sessions: { group: 'Account', order: 30, Room: Sessions },
  Activity: { group: 'Account', order: 40, Room: RecentActivity },
  Email: { group: 'Upkeep', order: 10, Room: MailServerPanel },
  'Sent Emails': { group: 'Upkeep', order: 20, Room: OtherMails },
  ...entriesOnDesk('rooms'),
};

export const roomsOf = roomGroups.map((group) => ({
  group,
  names: Object.entries(rooms)
    .filter(([, room]) => room.group === group)
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([name]) => name),
}));

export const roomNames = roomsOf.flatMap(({ names }) => names);

type Props = DeskProps & {
  /** null: none is open. */
  shown: string | null;
  /** Draws what has not been opened yet, too. */
  drawsAll: boolean;
};

/** Each room keeps its state once opened. */
export function SettingRooms({ shown, drawsAll, timeZone }: Props) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (shown !== null && !opened.includes(shown)) setOpened([...opened, shown]);
  const open = useRef<HTMLDivElement>(null);

  // Reaching the last links can scroll the room's heading under the header.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open room changes with `shown`
  useEffect(() => {
    const room = open.current;
    if (
      room &&
      room.getBoundingClientRect().top < Number.parseFloat(getComputedStyle(room).scrollMarginTop)
    )
      room.scrollIntoView();
  }, [shown]);

  return Object.entries(rooms).map(([name, { Room }]) => (
    <div
      key={name}
      ref={name === shown ? open : null}
      hidden={name !== shown}
      data-panel={name}
      className="scroll-mt-(--header-height) pt-8"
    >
      {(drawsAll || opened.includes(name)) && (
        <Suspense
          fallback={
            <div
              role="status"
              aria-label="Loading settings"
              className="waiting h-64 max-w-2xl bg-line"
            />
          }
        >
          <Room timeZone={timeZone} isShown={name === shown} />
        </Suspense>
      )}
    </div>
  ));
}

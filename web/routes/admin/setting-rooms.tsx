import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type DeskProps, type RoomGroup, roomGroups } from '#web/desk-extra.ts';
import { RecentActivity } from '#web/features/admin/account/activity.tsx';
import { PasskeysPanel } from '#web/features/admin/account/passkeys.tsx';
import { Sessions } from '#web/features/admin/account/sessions.tsx';
import { NewVersionsPanel } from '#web/features/admin/settings/new-versions-panel.tsx';
import { OrdersPanel } from '#web/features/admin/settings/orders-panel.tsx';
import { ShippingPanel } from '#web/features/admin/settings/shipping-panel.tsx';
import { OtherMails } from '#web/features/messages/mail/other-mails.tsx';
import BackupButton from '#web/features/transfer/backup/backup-button.tsx';
import { BuyerDataPanel } from '#web/features/transfer/privacy/buyer-data.tsx';
import { Transfer } from '#web/features/transfer/sheets/transfer.tsx';
import { entriesOnDesk, Parts } from '#web/on-desk.tsx';
import { PasswordRoom } from './password-room.tsx';

const HealthPanel = lazy(() => import('#web/features/admin/operations/health-panel.tsx').then((file) => ({ default: file.HealthPanel })));
const SecondWayPanel = lazy(() =>
  import('#web/features/admin/operations/second-way-panel.tsx').then((file) => ({ default: file.SecondWayPanel })),
);
const MailServerPanel = lazy(() =>
  import('#web/features/messages/mail/mail-server-panel.tsx').then((file) => ({ default: file.MailServerPanel })),
);

type RoomProps = DeskProps & { /** Whether it is the one that is open. */ isShown: boolean };
type Room = { group: RoomGroup; Room: ComponentType<RoomProps> };

const OrdersRoom = () => (
  <>
    <OrdersPanel />
    <Parts at="settings" />
  </>
);

const AlertsRoom = ({ timeZone }: RoomProps) => (
  <div className="space-y-12">
    <SecondWayPanel />
    <div>
      <NewVersionsPanel timeZone={timeZone} />
    </div>
  </div>
);

const TransferRoom = ({ timeZone }: RoomProps) => (
  <>
    <Transfer timeZone={timeZone} />
    <Parts at="exports" />
  </>
);

const HealthRoom = ({ isShown, timeZone }: RoomProps) => <HealthPanel isAsked={isShown} timeZone={timeZone} />;

/** Each room of Settings beside the nine tabs, in sequence; those of extras end their group. */
const rooms: Record<string, Room> = {
  Shipping: { group: 'Shop', Room: ShippingPanel },
  Orders: { group: 'Shop', Room: OrdersRoom },
  Password: { group: 'Account', Room: PasswordRoom },
  Passkeys: { group: 'Account', Room: PasskeysPanel },
  Sessions: { group: 'Account', Room: Sessions },
  Activity: { group: 'Account', Room: RecentActivity },
  Backup: { group: 'Data', Room: BackupButton },
  'Export and Import': { group: 'Data', Room: TransferRoom },
  'Buyer Data': { group: 'Data', Room: BuyerDataPanel },
  Email: { group: 'Upkeep', Room: MailServerPanel },
  'Sent Emails': { group: 'Upkeep', Room: OtherMails },
  Alerts: { group: 'Upkeep', Room: AlertsRoom },
  Health: { group: 'Upkeep', Room: HealthRoom },
  ...entriesOnDesk('rooms'),
};

/** The names of the rooms, by their groups. */
export const roomsOf = roomGroups.map((group) => ({ group, names: Object.keys(rooms).filter((name) => rooms[name]?.group === group) }));

export const roomNames = roomsOf.flatMap(({ names }) => names);

type Props = DeskProps & {
  /** The name of the open room, or null. */
  shown: string | null;
  /** Draws what has not been opened yet, too, for those who look into it. */
  drawsAll: boolean;
};

/** The room that is open. Each keeps its state from when it is first opened. */
export function SettingRooms({ shown, drawsAll, timeZone }: Props) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (shown !== null && !opened.includes(shown)) setOpened([...opened, shown]);
  const open = useRef<HTMLDivElement>(null);

  // Reaching the last links can scroll the room's heading under the header.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open room changes with `shown`
  useEffect(() => {
    const room = open.current;
    if (room && room.getBoundingClientRect().top < Number.parseFloat(getComputedStyle(room).scrollMarginTop)) room.scrollIntoView();
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
        <Suspense fallback={<div role="status" aria-label="Loading settings" className="waiting h-64 max-w-2xl bg-line" />}>
          <Room timeZone={timeZone} isShown={name === shown} />
        </Suspense>
      )}
    </div>
  ));
}

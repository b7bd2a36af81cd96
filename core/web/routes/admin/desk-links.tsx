import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatCount } from '#core/contract/counts.ts';
import type { Places, RoomProps } from '#core/web/desk-feature.ts';
import { Parts, useWaiting } from '#core/web/on-desk.tsx';

const link = '-mb-px flex min-h-11 items-center gap-0.5 border-b-2 px-0.5 text-[0.8125rem]';
const otherLink = `${link} border-transparent text-quiet hover:text-ink`;

const ofOrders = ['toConfirm', 'unverifiedPayment', 'holdEnded', 'toPack', 'toRefund'];

export function DeskLinks() {
  const waiting = useWaiting();
  return (
    <>
      <Rooms Room={Count} waiting={waiting} />
      <nav aria-label="Shop desk" className="mb-3 border-b border-line desk:hidden print:hidden">
        <ul className="-mx-1 flex flex-wrap justify-between">
          <Rooms Room={Room} waiting={waiting} />
          <Room to="/manage">Manage</Room>
          <Room to="/upload">Upload</Room>
          <Parts at="deskLinks" link={otherLink} />
          <Room to="/settings">Settings</Room>
        </ul>
      </nav>
    </>
  );
}

/** Where something waits. */
const Rooms = ({ Room, waiting }: Places['deskRooms']) => (
  <>
    <Parts at="firstDeskRooms" Room={Room} waiting={waiting} />
    <Room to="/orders" count={waiting((kind) => ofOrders.includes(kind))}>
      Orders
    </Room>
    <Parts at="deskRooms" Room={Room} waiting={waiting} />
  </>
);

/** Stands in the header's link to the room, which a phone has in its menu. */
function Count({ to, count = 0 }: RoomProps) {
  const [link, setLink] = useState<Element | null>(null);
  useLayoutEffect(() => setLink(document.querySelector(`.admin-nav [href="${to}"]`)), [to]);
  return (
    link &&
    count > 0 &&
    createPortal(
      <span className="figures text-sm text-accent">{` ${formatCount(count)}`}</span>,
      link,
    )
  );
}

function Room({ to, count = 0, children }: RoomProps) {
  return (
    <li>
      <Link
        to={to}
        activeOptions={{ exact: true, includeSearch: false }}
        activeProps={{ className: `${link} border-accent text-ink` }}
        inactiveProps={{ className: otherLink }}
      >
        {children}
        {count > 0 && (
          <span className="figures text-accent text-[0.6875rem]">{formatCount(count)}</span>
        )}
      </Link>
    </li>
  );
}

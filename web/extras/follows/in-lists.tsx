import { Link } from '@tanstack/react-router';
import type { ListExtra, ListPlaces } from '#web/shop-extra.ts';

export const FOLLOW_LABEL = 'Get alerts for new pieces';

const FollowLink = ({ search, isEmpty }: ListPlaces['list']) => (
  <Link to="/follow" search={search as never} rel="nofollow" className="underline underline-offset-4 hover:text-accent">
    {isEmpty ? 'Get an alert when one comes in' : FOLLOW_LABEL}
  </Link>
);

export const follows = { list: [{ order: 20, Part: FollowLink }] } satisfies ListExtra;

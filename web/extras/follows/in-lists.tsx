import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PageSettings } from '#contract/admin/settings.ts';
import { settingsKey } from '#web/features/admin/settings/settings-queries.ts';
import type { ListExtra, ListPlaces } from '#web/shop-extra.ts';

export const FOLLOW_LABEL = 'Get alerts for new pieces';
/** In a shop that sends no email. */
export const FEED_LABEL = 'Follow new pieces by feed';

function FollowLink({ search, isEmpty }: ListPlaces['list']) {
  // Every page has loaded them before it is drawn.
  const settings = useQueryClient().getQueryData<PageSettings>(settingsKey);
  const alert = isEmpty ? 'Get an alert when one comes in' : FOLLOW_LABEL;
  return (
    <Link to="/follow" search={search as never} rel="nofollow" className="underline underline-offset-4 hover:text-accent">
      {settings?.sendsEmail ? alert : FEED_LABEL}
    </Link>
  );
}

export const follows = { list: [{ order: 20, Part: FollowLink }] } satisfies ListExtra;

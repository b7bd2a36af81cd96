import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PageSettings } from '#core/contract/admin/settings.ts';
import { settingsKey } from '#core/web/admin/settings/settings-queries.ts';
import type { ListFeature, ListPlaces } from '#core/web/shop-feature.ts';

export const FOLLOW_LABEL = 'Get alerts for new pieces';
export const FEED_LABEL = 'Follow new pieces by feed';

function FollowLink({ search, isEmpty }: ListPlaces['list']) {
  // Every page has loaded them before it is drawn.
  const settings = useQueryClient().getQueryData<PageSettings>(settingsKey);
  const alert = isEmpty ? 'Get an alert when one comes in' : FOLLOW_LABEL;
  return (
    <Link
      to="/follow"
      search={search as never}
      rel="nofollow"
      className="line-link underline underline-offset-4 hover:text-accent"
    >
      {settings?.sendsEmail ? alert : FEED_LABEL}
    </Link>
  );
}

export const follows = { list: [{ order: 20, Part: FollowLink }] } satisfies ListFeature;

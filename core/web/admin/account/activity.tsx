import { useQuery } from '@tanstack/react-query';
import type { Activity } from '#core/contract/admin/auth.ts';
import { formatDate } from '#ui/lib/format.ts';
import { activityQuery } from './account-queries.ts';

const SHOWN = 8;

export function RecentActivity({ timeZone }: { timeZone: string }) {
  const { data: activities } = useQuery(activityQuery);
  if (!activities) return null;
  return (
    <section aria-labelledby="activity-heading">
      <h2 id="activity-heading" className="text-2xl">
        Recent activity
      </h2>
      <p className="mt-2 mb-4 text-quiet">
        If something here wasn’t you, change your password. That ends all other sessions.
      </p>
      {activities.length === 0 && <p>Nothing yet.</p>}
      <List activities={activities.slice(0, SHOWN)} timeZone={timeZone} />
      {activities.length > SHOWN && (
        <details className="border-t border-line">
          <summary className="flex min-h-11 cursor-pointer items-center">Earlier</summary>
          <List activities={activities.slice(SHOWN)} timeZone={timeZone} />
        </details>
      )}
    </section>
  );
}

function List({ activities, timeZone }: { activities: Activity[]; timeZone: string }) {
  return (
    <ul className="figures">
      {activities.map(({ at, text, device, network, isNew }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no names of their own
        <li key={index} className="border-t border-line py-2 text-fine wrap-anywhere">
          {text}
          {isNew && <b className="text-warn"> from a new device or network</b>}
          <span className="block text-sm text-quiet">
            {[formatDate(at, timeZone), device, network].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

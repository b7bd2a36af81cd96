import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { feedPath, followedQuery } from '#core/contract/catalogue/list-urls.ts';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { EmailForm } from '#core/web/messages/forms/email-form.tsx';
import {
  CONFIRM_ALERTS,
  followIn,
  ONE_EMAIL_A_DAY,
} from '#features/follows/contract/follow-rules.ts';
import {
  askToFollow,
  followableQuery,
  followQuery,
  useFollowChange,
} from '#features/follows/web/follow-queries.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { messageOf, problemCode } from '#ui/lib/api.ts';
import { FEED_LABEL, FOLLOW_LABEL } from './in-lists.tsx';

const heading = 'page-title look-large outline-none';
const NOT_LOADED = 'We couldn’t load this list. Please try again.';
/** The pressed button is gone: its focus goes to what has become of it, which is then read out. */
const focus = (title: HTMLElement | null) => title?.focus();

export default function Follow() {
  const { search, hash } = useLocation({
    select: ({ searchStr, hash }) => ({ search: searchStr, hash }),
  });
  const link = followIn(hash);
  return (
    <article className="page min-h-[60svh] py-10 md:py-14">
      {link ? <Followed link={link} /> : <Offer query={followedQuery(search)} />}
    </article>
  );
}

function Offer({ query }: { query: string }) {
  const { data, error } = useQuery(followableQuery(query));
  if (error) return <p role="alert">{messageOf(error, NOT_LOADED)}</p>;
  return data ? <Ways {...data} query={query} /> : <p role="status">Loading…</p>;
}

/** Offers the feed alone where the shop sends no email, which then is no alert. */
export function Ways({ query, name, canMail }: { query: string; name: string; canMail: boolean }) {
  const feed = (
    <a href={feedPath(query)} className="text-link">
      this list’s feed
    </a>
  );
  if (!canMail)
    return (
      <>
        <h1 className={heading}>{FEED_LABEL}</h1>
        <p className="mt-4 max-w-prose text-lg wrap-anywhere text-quiet">{`In this feed: ${name}`}</p>
        <p className="mt-8 max-w-prose">
          Add {feed} to your feed reader, and it shows you new pieces as they come in.
        </p>
      </>
    );
  return (
    <>
      <h1 className={heading}>{FOLLOW_LABEL}</h1>
      <p className="mt-4 mb-8 max-w-prose text-lg wrap-anywhere text-quiet">{`Alerts for: ${name}`}</p>
      <EmailForm
        label="Email alerts"
        button="Email me new pieces"
        hint={ONE_EMAIL_A_DAY}
        send={(fields) => askToFollow({ ...fields, query })}
      />
      <p className="mt-8 max-w-prose">Prefer a feed reader? Use {feed}.</p>
    </>
  );
}

function Followed({ link }: { link: KeyedLink }) {
  const { data, error } = useQuery(followQuery(link));
  const change = useFollowChange(link);
  if (change.isSuccess && change.data === null)
    return <Told title="No more emails">You’re unsubscribed, and we’ve deleted your address.</Told>;
  if (error) {
    return problemCode(error) === 'not_found' ? (
      <Told title="This alert has ended">
        You unsubscribed, or the link expired before you confirmed. You can sign up again.
      </Told>
    ) : (
      <p role="alert">{messageOf(error, NOT_LOADED)}</p>
    );
  }
  if (!data) return <p role="status">Loading…</p>;
  const { name, isConfirmed, query } = data;
  return (
    <>
      <h1 ref={change.isSuccess ? focus : undefined} tabIndex={-1} className={heading}>
        {isConfirmed ? 'Email alerts are on' : 'Turn on email alerts?'}
      </h1>
      <p className="mt-4 mb-8 max-w-prose text-lg wrap-anywhere text-quiet">{`Alerts for: ${name}`}</p>
      {change.error && (
        <p role="alert" className="mb-4">
          {messageOf(change.error, 'Something went wrong. Please try again.')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isConfirmed ? (
          <Link
            to="/"
            search={Object.fromEntries(new URLSearchParams(query))}
            hash="gallery"
            className={buttonClass()}
          >
            See this list
          </Link>
        ) : (
          <Button disabled={change.isPending} onClick={() => change.mutate('confirm')}>
            {CONFIRM_ALERTS}
          </Button>
        )}
        <Button look="outline" disabled={change.isPending} onClick={() => change.mutate('end')}>
          {isConfirmed ? 'Unsubscribe' : 'No thanks'}
        </Button>
      </div>
    </>
  );
}

const Told = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="status">
    <h1 ref={focus} tabIndex={-1} className={heading}>
      {title}
    </h1>
    <p className="mt-4 mb-8 max-w-prose text-quiet">{children}</p>
    <Link to="/" className={buttonClass('outline')}>
      View all specimens
    </Link>
  </div>
);

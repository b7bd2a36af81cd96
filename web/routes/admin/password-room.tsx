import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { DeskProps } from '#web/desk-extra.ts';
import { Account } from '#web/features/admin/account/account.tsx';
import { accountKey } from '#web/features/admin/account/account-queries.ts';
import { NotYou } from '#web/features/admin/account/not-you.tsx';
import { meQuery } from '#web/features/admin/auth/auth-queries.ts';

/** Who is logged in and the password, beneath what to do where somebody else may know it. */
export function PasswordRoom({ timeZone }: DeskProps) {
  const queryClient = useQueryClient();
  const hash = useLocation({ select: (location) => location.hash });
  const { data: me } = useQuery(meQuery);
  return (
    <>
      {hash === 'not-me' && <NotYou />}
      <Account
        username={me?.username ?? ''}
        isDemo={Boolean(me?.demoCredentials)}
        timeZone={timeZone}
        onChanged={() => {
          for (const queryKey of [meQuery.queryKey, accountKey]) void queryClient.invalidateQueries({ queryKey });
        }}
      />
    </>
  );
}

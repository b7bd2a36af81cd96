import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Account } from '#core/web/admin/account/account.tsx';
import { accountKey } from '#core/web/admin/account/account-queries.ts';
import { NotYou } from '#core/web/admin/account/not-you.tsx';
import { meQuery } from '#core/web/admin/auth/auth-queries.ts';
import type { DeskProps } from '#core/web/desk-feature.ts';

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
          for (const queryKey of [meQuery.queryKey, accountKey])
            void queryClient.invalidateQueries({ queryKey });
        }}
      />
    </>
  );
}

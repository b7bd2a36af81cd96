import { useQueryClient } from '@tanstack/react-query';
import { waitingKey } from '#core/web/admin/account/waiting-queries.ts';
import type { TodayActionProps } from '#core/web/desk-feature.ts';
import { CLOCK_JUMPED } from '#features/health/contract/today-kinds.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { toast } from '#ui/toast.ts';
import { useClockTrust } from './clock-queries.ts';

export function Trouble({ row, button, onDone }: TodayActionProps) {
  const queryClient = useQueryClient();
  const trust = useClockTrust();
  if (row.id !== CLOCK_JUMPED)
    return (
      <Button
        look="outline"
        className="px-4!"
        aria-label={`${button}: ${row.title}`}
        onClick={() => void queryClient.invalidateQueries({ queryKey: waitingKey })}
      >
        {button}
      </Button>
    );
  // A call's callbacks are not called if the row has gone by then.
  const confirm = () =>
    trust.mutateAsync().then(() => {
      onDone();
      toast({ title: 'Clock Confirmed', description: 'Holds end on time again.' });
    }, toastError);
  return (
    <Button
      look="outline"
      className="px-4!"
      aria-label="The time is right"
      disabled={trust.isPending}
      onClick={() => void confirm()}
    >
      Time is right
    </Button>
  );
}

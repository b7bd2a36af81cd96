import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { orderStepTable } from '#core/contract/selling/order-steps.ts';
import type { OrderStep } from '#core/contract/selling/orders.ts';
import { formatDate } from '#ui/lib/format.ts';

export default function ConfirmationSteps({
  steps,
  timeZone,
}: {
  steps: OrderStep[];
  timeZone: string;
}) {
  const current = steps.findLastIndex(({ isDone }) => isDone);
  return (
    <ol aria-label="Progress" className="figures mt-8 flex max-sm:flex-col sm:gap-6">
      {steps.map(({ step, at, isDone }, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={`flex-1 max-sm:border-l-2 max-sm:pb-4 max-sm:pl-4 sm:border-t-2 sm:pt-3 ${isDone ? colourOf(step) : 'border-line text-quiet'}`}
        >
          <span className={index === current ? 'font-medium' : ''}>{orderStepTable[step]}</span>
          <span className="block text-sm text-quiet">
            {at === null ? (
              !isDone && <span className="sr-only">not yet</span>
            ) : (
              <time dateTime={at}>{formatDate(at, timeZone)}</time>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A step that ended the order early stands out. */
const colourOf = (step: OrderStep['step']) =>
  step in orderStatusTable &&
  orderStatusTable[step as keyof typeof orderStatusTable].progress === null
    ? 'border-bad'
    : 'border-accent';

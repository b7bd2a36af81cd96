import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import {
  type CertificateState,
  certificateStateTable,
} from '#features/certificates/contract/certificate-rules.ts';
import type { OrderCertificates as Made } from '#features/certificates/contract/certificates.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { formatDay } from '#ui/lib/format.ts';
import { orderCertificatesQuery, useCertifying } from './certifying-queries.ts';

type Props = { order: OrderDetail; timeZone: string };

export const OrderCertificates = (props: Props) =>
  orderStatusTable[props.order.status].claim === 'taken' && props.order.lines.length > 0 ? (
    <Certificates {...props} />
  ) : null;

function Certificates({ order, timeZone }: Props) {
  const { data, error } = useQuery(orderCertificatesQuery(order.id));
  const certifying = useCertifying(order.id);
  const failure = error ?? certifying.error;
  const all = order.lines.flatMap(
    (line) => data?.certificates.find(({ lineId }) => lineId === line.id)?.code ?? [],
  );
  const certify = (lineId: number) => certifying.mutate([lineId]);
  return (
    <>
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {order.lines.map((line) => (
          <li key={line.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-[min(12rem,100%)] flex-1">
              <p dir="auto" className="wrap-anywhere">
                {line.title}
              </p>
              <Newest
                certificates={data?.certificates.filter(({ lineId }) => lineId === line.id) ?? []}
                timeZone={timeZone}
              />
            </div>
            <LineButtons
              title={line.title}
              newest={data?.certificates.find(({ lineId }) => lineId === line.id)}
              isGone={line.specimenId === null}
              isBusy={certifying.isPending || !data}
              onCertify={() => certify(line.id)}
            />
          </li>
        ))}
      </ul>
      {all.length > 1 && (
        <Link
          to="/print/certificates"
          search={{ codes: all.join(',') }}
          className={buttonClass('outline', 'mt-4')}
        >
          Print {all.length} certificates
        </Link>
      )}
      {failure && (
        <p role="alert" className="mt-3 text-bad">
          {messageOf(failure)}
        </p>
      )}
    </>
  );
}

function Newest({
  certificates,
  timeZone,
}: {
  certificates: Made['certificates'];
  timeZone: string;
}) {
  const [newest] = certificates;
  if (!newest) return null;
  return (
    <p className="text-sm text-quiet">
      <Link to="/certificate/$code" params={{ code: newest.code }} className="text-link">
        Certificate of {formatDay(newest.issuedAt, timeZone)}
      </Link>
      : {certificateStateTable[newest.state].label.toLowerCase()}
      {certificates.length > 1 && `, the newest of ${certificates.length}`}
    </p>
  );
}

type ButtonProps = {
  title: string;
  newest: Made['certificates'][number] | undefined;
  isGone: boolean;
  isBusy: boolean;
  onCertify: () => void;
};

const outdated = new Set<CertificateState>(['changed', 'picture_missing', 'altered']);

/** A further certificate makes sense where the newest one no longer says what the shop says. */
function LineButtons({ title, newest, isGone, isBusy, onCertify }: ButtonProps) {
  const canCertify = !isGone && (!newest || outdated.has(newest.state));
  return (
    <div className="flex flex-wrap gap-2">
      {canCertify && (
        <Button
          look="outline"
          disabled={isBusy}
          aria-label={`${newest ? 'Make a new' : 'Make'} certificate: ${title}`}
          onClick={onCertify}
        >
          {newest ? 'Make a new certificate' : 'Make certificate'}
        </Button>
      )}
      {newest && certificateStateTable[newest.state].isPrinted && (
        <Link
          to="/print/certificates"
          search={{ codes: newest.code }}
          aria-label={`Print certificate: ${title}`}
          className={buttonClass('outline')}
        >
          Print
        </Link>
      )}
    </div>
  );
}

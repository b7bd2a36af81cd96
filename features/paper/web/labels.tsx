import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { sizeClassLabels } from '#core/contract/catalogue/size-classes.ts';
import type { SpecimenLabel } from '#features/paper/contract/paper.ts';
import { Formula } from '#ui/formula.tsx';
import { formatDimensions } from '#ui/lib/format.ts';
import QrCode from '#ui/qr-code.tsx';
import { Switch } from '#ui/switch.tsx';
import { FreshLabels } from './fresh-labels.tsx';
import { LabelPages, StockChoice } from './label-pages.tsx';
import { labelStockTable, placesOn, type StockEntry } from './label-stocks.ts';
import { Loading, NothingToPrint } from './loading.tsx';
import { labelsQuery } from './paper-queries.ts';
import type { LabelsSearch, PaperProps } from './paper-search.ts';
import { Papers } from './papers.tsx';
import { printedFormula } from './printed-formula.ts';
import { titleClass } from './title-class.ts';

export const Labels = (props: PaperProps<LabelsSearch>) =>
  props.search.fresh === undefined ? <SpecimenLabels {...props} /> : <FreshLabels {...props} />;

function SpecimenLabels({ search, onSearch }: PaperProps<LabelsSearch>) {
  const stock = search.stock ?? 'roll-50x30';
  const entry: StockEntry = labelStockTable[stock];
  const places = placesOn(entry);
  const first = Math.min(search.first ?? 1, places);
  return (
    <Loading query={labelsQuery(search)}>
      {({ labels, total, hasCodeWord }) => (
        <Papers
          width={entry.page.width}
          canPrint={labels.length > 0}
          options={
            <>
              <StockChoice
                stock={stock}
                first={first}
                hasFrames={search.frames === 'yes'}
                onChange={(chosen) => onSearch({ ...search, ...chosen })}
              />
              <Switch
                label="Price in code"
                checked={search.code === 'yes' && hasCodeWord}
                disabled={!hasCodeWord}
                onChange={(on) => onSearch({ ...search, code: on ? 'yes' : undefined })}
                hint={hasCodeWord ? undefined : <CodeWordHint />}
              />
            </>
          }
          notice={
            labels.length === 0 ? (
              <NothingToPrint text="No specimens to label." />
            ) : (
              <p role="status" className="figures mt-4 text-quiet">
                {labels.length === 1 ? '1 label' : `${labels.length} labels`}
                {total > labels.length &&
                  ` of ${total}. To print the others, filter the list in Manage.`}
              </p>
            )
          }
        >
          <LabelPages
            labels={labels}
            stock={stock}
            first={first}
            hasFrames={search.frames === 'yes'}
            draw={(label) => (
              <Label
                key={label.specimenId}
                label={label}
                entry={entry}
                hasCode={search.code === 'yes'}
              />
            )}
          />
        </Papers>
      )}
    </Loading>
  );
}

const CodeWordHint = () => (
  <>
    To print prices in code, choose a{' '}
    <Link to="/settings" hash="paper" className="text-link">
      code word
    </Link>
    .
  </>
);

const Label = ({
  label,
  entry,
  hasCode,
}: {
  label: SpecimenLabel;
  entry: StockEntry;
  hasCode: boolean;
}) => (
  <section
    aria-label={`Label of ${label.title}`}
    className={label.species.length > 0 ? 'specimen-label has-species' : 'specimen-label'}
    style={{ fontSize: `${entry.type}mm` }}
  >
    <div className="specimen-label-words">
      <p dir="auto" className={`title ${titleClass(label.title)}`}>
        {label.title}
      </p>
      {label.species.length > 0 && (
        <p className="species">
          {label.species.map(({ name, formula }, index) => (
            <Fragment key={name}>
              {index > 0 && ', '}
              {name}
              {formula && (
                <>
                  {' '}
                  <Formula formula={printedFormula(formula)} />
                </>
              )}
            </Fragment>
          ))}
        </p>
      )}
      {label.locality !== '' && (
        <p dir="auto" className="locality">
          {label.locality}
        </p>
      )}
    </div>
    <div className="specimen-label-code">
      <div style={{ width: `${entry.label.height * 0.5}mm` }}>
        <QrCode text={label.url} label={`QR code of ${label.url}`} className="block w-full" />
      </div>
      {hasCode && label.priceCode !== null && <span>{label.priceCode}</span>}
    </div>
    <p className="small figures">
      {[
        label.catalogueNumber,
        formatDimensions(label.dimensions),
        label.sizeClass && sizeClassLabels[label.sizeClass],
      ]
        .filter((part) => part)
        .join(' · ')}
    </p>
  </section>
);

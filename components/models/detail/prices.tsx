import { AlignedMoney, columnDecimals, MoneyText } from '@/components/ui/show/money-text';
import type { WireModel } from '@/lib/models/contract';
import { type PriceLine, pricesOf } from '../details/prices';
import { Section } from './section';

/** All prices of a model, as they are charged. */
export function Prices({ model }: { model: WireModel }) {
  const groups = pricesOf(model);
  return (
    <Section title="Prices">
      {groups.length === 0 ? (
        <p className="text-muted">
          Prices of video models are not listed: they depend on length, size, and sound. Models of this type cannot be
          called yet.
        </p>
      ) : (
        <>
          <div className="overflow-hidden rounded-panel border border-line bg-surface">
            <table className="w-full border-collapse text-left text-base">
              <caption className="sr-only">Prices in USD</caption>
              {groups.map(({ unit, lines }) => (
                <AlignedMoney key={unit} decimals={columnDecimals(amountsOf(lines), { exact: true })}>
                  <thead>
                    <tr>
                      <th
                        scope="colgroup"
                        colSpan={2}
                        className="h-8 border-b border-line bg-sunken px-4 text-xs font-normal text-muted"
                      >
                        USD {unit}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {lines.map(({ what, usd }) => (
                      <tr key={what} className="border-t border-line first:border-t-0">
                        <th scope="row" className="h-10 px-4 font-normal">
                          {what}
                        </th>
                        <td className="px-4 text-right">
                          <MoneyText amount={usd} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </AlignedMoney>
              ))}
            </table>
          </div>
          <p className="text-sm text-muted">
            These are the final prices; nothing is added. One DIEM pays for as much as one USD.
          </p>
        </>
      )}
    </Section>
  );
}

const amountsOf = (lines: readonly PriceLine[]) => lines.map(({ usd }) => usd);

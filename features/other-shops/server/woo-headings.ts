/** WooCommerce writes its headings in the language of the shop. */
import { IN_STOCK, SALE_ENDS, SALE_STARTS } from './shop-headings.ts';

const names: Record<string, string> = {
  Type: 'Typ|Tipo|Type de produit',
  SKU: 'Artikelnummer|UGS|COD|COD (SKU)|Artikelnr.|REF',
  Name: 'Nom|Nombre|Nome|Naam|Název|商品名|名前',
  Published: 'Veröffentlicht|Publié|Publicado|Pubblicato|Gepubliceerd|公開済み',
  'Short description':
    'Kurzbeschreibung|Description courte|Descripción corta|Breve descrizione|Korte beschrijving|Descrição curta|Stručný popis|簡単な説明',
  Description: 'Beschreibung|Descripción|Descrizione|Beschrijving|Descrição|Popis|説明',
  [SALE_STARTS]:
    'Datum, an dem Angebotspreis beginnt|Angebotspreis gültig ab|Date de début de promo|Date de début de la promo|Día en que empieza el precio rebajado|Data di inizio del prezzo in offerta|Startdatum actieprijs|Data de início do preço promocional',
  [SALE_ENDS]:
    'Datum, an dem Angebotspreis endet|Angebotspreis gültig bis|Date de fin de promo|Date de fin de la promo|Día en que termina el precio rebajado|Data di fine del prezzo in offerta|Einddatum actieprijs|Data de término do preço promocional',
  [IN_STOCK]:
    'Vorrätig?|En stock ?|En stock?|¿Existencias?|¿En inventario?|In stock?|Disponibile?|Op voorraad?|Em estoque?|Skladem?|在庫あり?',
  Stock: 'Lager|Bestand|Lagerbestand|Inventario|Existencias|Magazzino|Voorraad|Estoque|Sklad|在庫',
  'Sale price':
    'Angebotspreis|Tarif promo|Tarif promotionnel|Precio rebajado|Prezzo in offerta|Actieprijs|Preço promocional|Akční cena|セール価格',
  'Regular price':
    'Regulärer Preis|Normaler Preis|Tarif régulier|Précio normal|Precio normal|Prezzo di listino|Reguliere prijs|Preço normal|Preço|Běžná cena|通常価格',
  Categories:
    'Kategorien|Catégories|Categorías|Categorie|Categorieën|Categorias|Kategorie|カテゴリー',
  Tags: 'Schlagwörter|Étiquettes|Etiquetas|Tag|Štítky|タグ',
  Images: 'Bilder|Imágenes|Immagini|Afbeeldingen|Imagens|Obrázky|画像',
  Parent: 'Übergeordnetes Produkt|Übergeordnet|Superior|Genitore|Hoofd|Pai|Nadřazený|親',
};
const english = new Map(
  Object.entries(names).flatMap(([name, all]) => all.split('|').map((one) => [one, name] as const)),
);

const sides: [string, RegExp][] = [
  ['Weight', /^(Gewicht|Poids|Peso|Hmotnost|重量)$/],
  ['Length', /^(Länge|Longueur|Longitud|Lunghezza|Lengte|Comprimento|Délka|長さ)$/],
  ['Width', /^(Breite|Largeur|Anchura|Larghezza|Breedte|Largura|Šířka|幅)$/],
  ['Height', /^(Höhe|Hauteur|Altura|Altezza|Hoogte|Výška|高さ)$/],
];
const ATTRIBUTE =
  /^(?:Attribut|Atributo|Attributo|Attribuut|Nom de l’attribut|Nombre del atributo|Name des Attributs)\s?(\d{1,2})\s?(.*)$/;

export function englishHeading(heading: string): string {
  const known = english.get(heading);
  if (known) return known;
  const [, side = '', unit = ''] = /^(\S+) ?\((\w+)\)$/.exec(heading) ?? [];
  const name = sides.find(([, words]) => words.test(side))?.[0];
  if (name) return `${name} (${unit})`;
  const [, number = '', what = ''] = ATTRIBUTE.exec(heading) ?? [];
  if (number === '') return heading;
  return /wert|valeur|valor|waarde|valore/i.test(what)
    ? `Attribute ${number} value(s)`
    : `Attribute ${number} name`;
}

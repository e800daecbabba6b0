import type { InstrumentName } from '../../shared/lab/request';

/** The laboratory in another language than English, which the instruments speak by themselves. */
export interface LabTexts {
  instruments: Record<InstrumentName, { title: string; lesson: string; source: string }>;
  /** Settings by their names in the request. */
  settings: Record<string, string>;
  /** What results say (shared/lab/said.ts), by its English words. */
  sayings: Record<string, string>;
}

export const labDe: LabTexts = {
  instruments: {
    'zobrist-table': {
      title: 'Zobrists Tabelle',
      lesson:
        'Ein Hashcode wählt mit n seiner Bits einen Platz in der Tabelle und weist sich mit m weiteren aus. Wie oft misslingt der Ausweis? Zobrist antwortete mit einer Formel und elf Zahlen. Hier sind sie gezeichnet, und darüber, was wirklich geschieht: immer neue Zufallszahlen, Tausende wirklicher Stellungen, und jeder Irrtum gezählt. Jedes weitere Prüfbit halbiert die Irrtümer.',
      source: 'A. L. Zobrist, A New Hashing Method with Application for Game Playing, TR 88, 1970 (Zeilen 4 bis 6).',
    },
    collisions: {
      title: 'Kürzere Schlüssel',
      lesson:
        'Unter N Stellungen gibt es N(N-1)/2 Paare, und jedes kann zufällig denselben Schlüssel haben: das Geburtstagsproblem. Darum müssen Schlüssel doppelt so schnell wachsen wie die Sammlung. Hier werden die Schlüssel Ihrer eigenen Partien auf weniger Bits gekürzt und die Zusammenstöße gezählt; genannt werden die Partien, in denen eine dreifache Wiederholung gemeldet würde, die es nie gab. Zusammenstöße kommen in Familien: Was einmal zusammenstößt, tut es mit jeder gleichen Zutat wieder.',
      source:
        'TR 88 zur Häufung von Irrtümern (Zeile 7); eine Wiki-Seite zu Schlüssellängen: 64 Bits, 48 sicher, 32 zu wenig (Zeile 10).',
    },
    'search-collisions': {
      title: 'Zusammenstöße in der Suche',
      lesson:
        'Schadet ein falscher Wert aus der Tabelle? Eine Suche fragt die Tabelle tausendfach; mit wenigen Prüfbits gehören einige Antworten zu anderen Stellungen. Ein zweiter, unabhängiger Code steht als Schiedsrichter neben jedem Eintrag und zählt sie. Dieselbe Suche unter seiner Aufsicht zeigt, ob der gewählte Zug oder seine Bewertung anders ausgefallen wäre.',
      source:
        'Irrtümer erster Art und Prüfschlüssel in TR 88 (Zeilen 5, 6); Hyatts Frage, ob Zusammenstöße den Zug ändern (Zeile 10).',
    },
    'engine-collisions': {
      title: 'Die Engine mit kurzen Schlüsseln',
      lesson:
        'Dieselbe Frage an die Engine dieser App: Ihre Schlüssel werden auf die Bits gekürzt, die einen Eimer benennen, und einige mehr, und sie durchsucht dieselben Stellungen noch einmal. Ein Schiedsrichter neben der Tabelle zählt, wie oft eine andere Stellung antwortete. Eine Handvoll falscher Antworten unter einer Million lässt Zug und Bewertung stehen; einige Dutzend nicht immer, und einige Hundert ändern jede fünfte Suche. Ganze Schlüssel von 64 Bits geben nichts zu zählen.',
      source: 'Hyatts Frage, ob Zusammenstöße den Zug ändern (Zeile 10); der Prüfschlüssel von TR 88 (Zeile 6).',
    },
    schemes: {
      title: 'Umgang mit Zusammenstößen',
      lesson:
        'Zwei Stellungen wollen denselben Platz. Aufgeben, den nächsten versuchen, die ältere hinauswerfen, acht Plätze in festem Abstand ansehen wie Cray Blitz, oder vier nebeneinander? Jedes Verfahren spielt dieselben Stellungen mit denselben Zufallszahlen und gleich großen Tabellen. Weniger Knoten bis zur selben Tiefe sind besser; Cray Blitz bringt allerdings 3584 eigene Plätze mit.',
      source: 'Eine Wiki-Seite über Zobrist-Hashing in der Schachprogrammierung (Zeilen 11, 12).',
    },
    generators: {
      title: 'Zufallszahlen, gute und schlechte',
      lesson:
        'Die Schlüssel sind so gut wie die Zahlen, aus denen sie gemacht sind. Eine Anleitung klebt zwei Aufrufe von rand() aneinander; mit einer verbreiteten C-Bibliothek gibt das 30 Bits, die sich bewegen, und 34, die es nie tun. Überlappende Schlüssel aus einer Bytefolge zu schneiden oder eine Zahl für jedes Feld zu drehen, spart Speicher und kostet Unabhängigkeit. Der Bericht betrachtet die Bits der Zahlen, ihren Rang über GF(2) und kleine Mengen, die sich aufheben; die Zusammenstöße zeigen den Preis.',
      source:
        'Eine C++-Anleitung zu Zobrist-Hashing (Zeile 14); überlappende und gedrehte Schlüssel (Zeile 13); wiederholbare Generatoren (Zeile 9).',
    },
    speed: {
      title: 'Was ein Schlüssel kostet',
      lesson:
        'Ein Zug ändert eine Handvoll Merkmale, also kostet sein Schlüssel eine Handvoll XOR, gleich wer sonst auf dem Brett steht. Von Grund auf kostet er eines je Figur; ein kryptographischer Fingerabdruck der Stellung kostet weit mehr als beides und bringt hier nichts.',
      source: 'TR 88 über schrittweise Codes (Zeilen 1, 2); der Vergleich der Anleitung (Zeile 14).',
    },
    games: {
      title: 'Schach, Go, Dame, Othello',
      lesson:
        'Zobrist schrieb, das Verfahren sei für Dame, Schach und Go „ungefähr dasselbe“, und so ist es: Arten von Figuren mal Plätze, je eine Zahl, und einige für das, was nicht auf dem Brett steht. In allen vier Spielen werden zufällige regelgerechte Partien gespielt; nach jedem Zug wird der durch XOR geführte Schlüssel mit dem von Grund auf berechneten verglichen.',
      source: 'TR 88 über Setz- und Zugspiele (Zeilen 1 bis 3); die Anleitung zu Go, Dame, Othello (Zeile 15).',
    },
  },
  settings: {
    from: 'von Adressbits',
    to: 'bis Adressbits',
    trials: 'Versuche',
    seed: 'Startzahl',
    generator: 'Generator',
    positions: 'Stellungen',
    sets: 'Zahlensätze',
    familyBits: 'Bits der Familien',
    game: 'Spiel',
    depth: 'Tiefe',
    addressBits: 'Adressbits',
    bucketBits: 'Eimerbits',
    scheme: 'Verfahren',
    fromBits: 'von Adressbits',
    toBits: 'bis Adressbits',
    bits: 'Bits eines Schlüssels',
    laps: 'Runden',
    moves: 'Züge',
  },
  sayings: {
    // Findings.
    '{0} cells (n = {1} to {2}, m = 0 to 10), {3} lookups each: the furthest from the prediction is n = {4}, m = {5}, by {6} standard errors.':
      '{0} Zellen (n = {1} bis {2}, m = 0 bis 10), je {3} Zugriffe: Am weitesten von der Vorhersage liegt n = {4}, m = {5}, um {6} Standardfehler.',
    "Zobrist's example, a 32K table (n = 15) with codes of {0} bits: predicted error {1} %, measured {2} % (95 %: {3} % to {4} %).":
      'Zobrists Beispiel, eine 32K-Tabelle (n = 15) mit Codes von {0} Bits: vorhergesagter Irrtum {1} %, gemessen {2} % (95 %: {3} % bis {4} %).',
    "{0} different positions of {1} games: the app's keys of 64 bits clash {2} times; {3}.":
      '{0} verschiedene Stellungen aus {1} Partien: Die Schlüssel der App mit 64 Bits stoßen {2}-mal zusammen; {3}.',
    'every width measured clashes': 'bei jeder gemessenen Breite gibt es Zusammenstöße',
    '{0} bits are the fewest measured without a clash': '{0} Bits sind die wenigsten gemessenen ohne Zusammenstoß',
    'At 16 bits the verdict on threefold repetition would be wrong in {0} games, at 32 bits in {1}.':
      'Mit 16 Bits wäre das Urteil über die dreifache Wiederholung in {0} Partien falsch, mit 32 Bits in {1}.',
    'At {0} bits {1} pairs clash, in {2} families.': 'Mit {0} Bits stoßen {1} Paare zusammen, in {2} Familien.',
    'The largest has {0} pairs, all differing in: {1}. One accident made them all; independent errors would make {2} of them.':
      'Die größte hat {0} Paare, die sich alle hierin unterscheiden: {1}. Ein einziger Zufall schuf sie alle; unabhängige Irrtümer gäben {2} davon.',
    'From one of these clashes, the same moves played in both positions lead to {0} further clashes after {1}.':
      'Von einem dieser Zusammenstöße führen dieselben Züge in beiden Stellungen nach {1} zu {0} weiteren.',
    'one ply': 'einem Halbzug',
    '{0} plies': '{0} Halbzügen',
    '{0} searches per width to depth {1}, {2}, 2^{3} slots: with 8 check bits the move changed in {4}, the score in {5}.':
      '{0} Suchen je Breite bis Tiefe {1}, {2}, 2^{3} Plätze: Mit 8 Prüfbits änderte sich in {4} der Zug, in {5} die Bewertung.',
    'From {0} check bits on, neither changed, with {1} wrong retrievals per million probes.':
      'Ab {0} Prüfbits änderte sich beides nicht, bei {1} falschen Antworten auf eine Million Anfragen.',
    'Even the widest check measured changed something.':
      'Selbst die meisten gemessenen Prüfbits ließen nicht alles, wie es war.',
    'With 8 check bits the move changed in {0} of {1} searches to depth {2}, the score in {3}; with 16 bits in {4} and {5}.':
      'Mit 8 Prüfbits änderte sich in {0} von {1} Suchen bis Tiefe {2} der Zug, in {3} die Bewertung; mit 16 Bits in {4} und {5}.',
    'From {0} check bits on, nothing changed in these searches.':
      'Ab {0} Prüfbits änderte sich in diesen Suchen nichts.',
    'Without a table {0} nodes to depth {1} over {2} positions.':
      'Ohne Tabelle {0} Knoten bis Tiefe {1} in {2} Stellungen.',
    '2^{0} slots: fewest nodes with {1}, {2}, {3} % of those without a table.':
      '2^{0} Plätze: die wenigsten Knoten mit {1}, {2}, das sind {3} % derer ohne Tabelle.',
    '{0} different positions, keys of {1} bits: {2} clashing pairs predicted.':
      '{0} verschiedene Stellungen, Schlüssel von {1} Bits: {2} Zusammenstöße vorhergesagt.',
    '{0}: {1}; {2} pairs clash, {3} times as many as predicted.':
      '{0}: {1}; {2} Paare stoßen zusammen, das {3}-Fache der Vorhersage.',
    '{0} of {1} bits never change': '{0} von {1} Bits ändern sich nie',
    'bit {0} is set in {1} of {2} figures, {3} standard deviations from half':
      'Bit {0} ist in {1} von {2} Zahlen gesetzt, {3} Standardabweichungen von der Hälfte',
    'the figures span {0} of {1} dimensions: worth at most {2} bits':
      'die Zahlen spannen {0} von {1} Dimensionen auf: höchstens {2} Bits wert',
    '{0} subsets of {1} figures XOR to zero, where chance gives {2}':
      '{0} Mengen von {1} Zahlen heben sich unter XOR auf, wo der Zufall {2} gibt',
    'A move changes {0} features of {1} on average: that is what keeping the key saves.':
      'Ein Zug ändert im Mittel {0} von {1} Merkmalen: So viel spart der mitgeführte Schlüssel.',
    '{0}: {1} times the cost of keeping a 64-bit key.': '{0}: das {1}-Fache eines mitgeführten Schlüssels von 64 Bits.',
    '{0}: {1} random legal moves in {2} games; after each, the key kept by XORs was the key from scratch.':
      '{0}: {1} zufällige regelgerechte Züge in {2} Partien; nach jedem war der durch XOR geführte Schlüssel der von Grund auf berechnete.',

    // Titles of tables and charts.
    'P(no type 1 error) by check bits, all n together': 'P(kein Irrtum erster Art) nach Prüfbits, alle n zusammen',
    'P(no type 1 error) by address bits n and check bits m':
      'P(kein Irrtum erster Art) nach Adressbits n und Prüfbits m',
    'A full table: wrong values per retrieval by check bits (2^(n-1) positions stored, as many retrieved)':
      'Volle Tabelle: falsche Werte je Abruf nach Prüfbits (2^(n-1) Stellungen gespeichert, ebenso viele abgerufen)',
    'Type 2 errors: entries overwritten while as many positions as the table has slots are stored':
      'Irrtümer zweiter Art: überschriebene Einträge, wenn so viele Stellungen gespeichert werden, wie die Tabelle Plätze hat',
    'P(no type 1 error)': 'P(kein Irrtum erster Art)',
    'Type 2 errors by table size': 'Irrtümer zweiter Art nach Größe der Tabelle',
    'Pairs of different positions with the same key': 'Paare verschiedener Stellungen mit demselben Schlüssel',
    "Repetition by the app's key, cut short": 'Wiederholung nach dem gekürzten Schlüssel der App',
    'Families of clashes at {0} bits': 'Familien von Zusammenstößen bei {0} Bits',
    'The largest families': 'Die größten Familien',
    'One clash, and the same moves played in both positions':
      'Ein Zusammenstoß, und dieselben Züge in beiden Stellungen',
    'Clashing pairs by key width': 'Zusammenstöße nach Breite des Schlüssels',
    "The app's engine with short keys": 'Die Engine der App mit kurzen Schlüsseln',
    'Wrong retrievals per million probes': 'Falsche Antworten auf eine Million Anfragen',
    'Searches that came out differently': 'Suchen, die anders ausgingen',
    'Wrong retrievals and what they did': 'Falsche Antworten und ihre Folgen',
    'Positions taken for another': 'Stellungen, die für andere gehalten wurden',
    'Clash schemes to depth {0}': 'Verfahren bis Tiefe {0}',
    'Nodes by table size': 'Knoten nach Größe der Tabelle',
    'Nodes to depth {0}': 'Knoten bis Tiefe {0}',
    'Generators at {0} bits': 'Generatoren bei {0} Bits',
    'What is wrong': 'Was nicht stimmt',
    'Time per key, {0} laps over {1} positions': 'Zeit je Schlüssel, {0} Runden über {1} Stellungen',
    'Incremental against from scratch, keys of {0} bits': 'Schrittweise und von Grund auf, Schlüssel von {0} Bits',

    // Columns, axes and what stands in the cells.
    "the app's figures": 'die Zahlen der App',
    '% of no table': '% von ohne Tabelle',
    '95 % high': '95 % oben',
    '95 % low': '95 % unten',
    'XORs from scratch': 'XOR von Grund auf',
    'XORs per move': 'XOR je Zug',
    'address bits': 'Adressbits',
    'bits that never change': 'Bits, die sich nie ändern',
    bits: 'Bits',
    'by chance': 'durch Zufall',
    'check bits': 'Prüfbits',
    'check bits m': 'Prüfbits m',
    clashed: 'zusammengestoßen',
    'clashes that follow': 'folgende Zusammenstöße',
    'clashing pairs': 'Zusammenstöße',
    'clashing pairs within games': 'Zusammenstöße innerhalb von Partien',
    'dependent sets of 2': 'abhängige Paare',
    'dependent sets of 3': 'abhängige Dreiermengen',
    'dependent sets of 4': 'abhängige Vierermengen',
    'deviation in standard errors': 'Abweichung in Standardfehlern',
    differences: 'Abweichungen',
    'differences met': 'angetroffene Unterschiede',
    'differences that clashed': 'Unterschiede mit Zusammenstoß',
    'entries overwritten': 'überschriebene Einträge',
    families: 'Familien',
    fault: 'Fehler',
    figures: 'Zahlen',
    'filled %': 'gefüllt %',
    game: 'Spiel',
    games: 'Partien',
    'games with a false return': 'Partien mit falscher Wiederkehr',
    'games with a wrong threefold verdict': 'Partien mit falschem Urteil',
    generator: 'Generator',
    'hit rate %': 'Trefferquote %',
    key: 'Schlüssel',
    'key width in bits': 'Breite des Schlüssels in Bits',
    lookups: 'Zugriffe',
    'mean distance': 'mittlerer Abstand',
    'mean ns': 'Mittel in ns',
    measured: 'gemessen',
    'measured, mean of the sets': 'gemessen, Mittel der Zahlensätze',
    'median ns': 'Median in ns',
    moves: 'Züge',
    nodes: 'Knoten',
    overwritten: 'überschrieben',
    pairs: 'Paare',
    'pairs in the family': 'Paare in der Familie',
    'per million probes': 'auf eine Million Anfragen',
    'plies played on': 'weitere Halbzüge',
    predicted: 'vorhergesagt',
    'predicted, about': 'vorhergesagt, etwa',
    'printed in TR 88': 'in TR 88 gedruckt',
    probability: 'Wahrscheinlichkeit',
    rank: 'Rang',
    refused: 'abgewiesen',
    'root move changed': 'Zug geändert',
    'root score changed': 'Bewertung geändert',
    scheme: 'Verfahren',
    searches: 'Suchen',
    slots: 'Plätze',
    'smallest distance': 'kleinster Abstand',
    'standard error': 'Standardfehler',
    'they differ in': 'sie unterscheiden sich in',
    'times incremental': 'Vielfaches des schrittweisen',
    'worst bit, deviations': 'schlechtestes Bit, Abweichungen',
    'wrong per million probes': 'falsch auf eine Million Anfragen',
    'incremental, {0} bits': 'schrittweise, {0} Bits',
    'from scratch, {0} bits': 'von Grund auf, {0} Bits',
    '{0} of the FEN': '{0} der FEN',
    chess: 'Schach',
    draughts: 'Dame',
    go: 'Go',
    othello: 'Othello',

    // What is being done.
    'n = {0}': 'n = {0}',
    'keys under new figures': 'Schlüssel mit neuen Zahlen',
    'verdicts game by game': 'Urteile, Partie für Partie',
    'families of clashes': 'Familien von Zusammenstößen',
    'keys by {0}': 'Schlüssel mit {0}',
    'quality of {0}': 'Güte von {0}',
    'searching position {0}': 'sucht in Stellung {0}',
    'searching position {0}, {1} check bits': 'sucht in Stellung {0}, {1} Prüfbits',
    'position {0}, {1} check bits': 'Stellung {0}, {1} Prüfbits',
    'position {0}, no table': 'Stellung {0}, ohne Tabelle',
    'position {0}, {1}, 2^{2} slots': 'Stellung {0}, {1}, 2^{2} Plätze',
    preparing: 'bereitet vor',
    'warming up': 'wärmt auf',
    timing: 'misst die Zeit',
    'random {0}': '{0}, zufällig',
    'reading {0}': 'liest {0}',
    'playing random games': 'spielt zufällige Partien',
    'fetching games': 'holt die Partien',
  },
};

import type { InstrumentName } from '../../shared/lab/request';

/** The laboratory in German: the instruments tell their own lessons in English. Fetched with the laboratory itself. */
export interface LabTexts {
  instruments: Record<InstrumentName, { title: string; lesson: string; source: string }>;
  /** Settings by their names in the request. */
  settings: Record<string, string>;
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
    from: 'von Bits',
    to: 'bis Bits',
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
    fromBits: 'von Bits',
    toBits: 'bis Bits',
    bits: 'Bits',
    laps: 'Runden',
    moves: 'Züge',
  },
};

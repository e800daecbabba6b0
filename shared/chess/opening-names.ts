/**
 * Openings by the moves that usually lead to them: code of the Encyclopaedia's scheme, name, moves. A name belongs to
 * the position at the end of its moves, whichever way it was reached (see openings.ts).
 */
export const OPENING_NAMES = `
A00 Polish Opening | b4
A00 Grob Opening | g4
A00 Benko's Opening | g3
A00 Van Geet Opening | Nc3
A00 Saragossa Opening | c3
A00 Mieses Opening | d3
A00 Anderssen's Opening | a3
A00 Van't Kruijs Opening | e3
A00 Barnes Opening | f3
A00 Clemenz Opening | h3
A00 Amar Opening | Nh3
A00 Durkin Opening | Na3
A00 Ware Opening | a4
A01 Nimzo-Larsen Attack | b3
A01 Nimzo-Larsen Attack, Modern Variation | b3 e5
A01 Nimzo-Larsen Attack, Classical Variation | b3 d5
A02 Bird's Opening | f4
A02 Bird's Opening, From's Gambit | f4 e5
A03 Bird's Opening, Dutch Variation | f4 d5
A04 Réti Opening | Nf3
A04 Réti Opening, Sicilian Invitation | Nf3 c5
A05 Réti Opening, King's Indian Attack | Nf3 Nf6 g3
A06 Réti Opening, 1...d5 | Nf3 d5
A06 Réti Opening, Nimzo-Larsen Variation | Nf3 d5 b3
A07 King's Indian Attack | Nf3 d5 g3
A09 Réti Gambit | Nf3 d5 c4
A09 Réti Gambit Accepted | Nf3 d5 c4 dxc4
A09 Réti Opening, Advance Variation | Nf3 d5 c4 d4
A11 Réti Opening, Slav Set-up | Nf3 d5 c4 c6
A13 Réti Opening, Neo-Catalan | Nf3 d5 c4 e6 g3
A10 English Opening | c4
A10 English Opening, Anglo-Dutch Defence | c4 f5
A13 English Opening, Agincourt Defence | c4 e6
A15 English Opening, Anglo-Indian Defence | c4 Nf6
A16 English Opening, Anglo-Indian Defence, Queen's Knight Variation | c4 Nf6 Nc3
A17 English Opening, Hedgehog Set-up | c4 Nf6 Nc3 e6
A18 English Opening, Mikenas Attack | c4 Nf6 Nc3 e6 e4
A20 English Opening, King's English Variation | c4 e5
A21 English Opening, Reversed Sicilian | c4 e5 Nc3
A22 English Opening, Two Knights Variation | c4 e5 Nc3 Nf6
A25 English Opening, Closed Variation | c4 e5 Nc3 Nc6 g3
A27 English Opening, Three Knights Variation | c4 e5 Nc3 Nc6 Nf3
A28 English Opening, Four Knights Variation | c4 e5 Nc3 Nc6 Nf3 Nf6
A29 English Opening, Four Knights, Kingside Fianchetto | c4 e5 Nc3 Nc6 Nf3 Nf6 g3
A30 English Opening, Symmetrical Variation | c4 c5
A34 English Opening, Symmetrical, Queen's Knight Variation | c4 c5 Nc3
A36 English Opening, Symmetrical, Fianchetto Variation | c4 c5 Nc3 Nc6 g3
A40 Queen's Pawn Game | d4
A40 Englund Gambit | d4 e5
A40 Modern Defence, Queen Pawn | d4 g6
A40 Horwitz Defence | d4 e6
A40 English Defence | d4 e6 c4 b6
A41 Old Indian, Wade Defence | d4 d6
A43 Old Benoni Defence | d4 c5
A45 Indian Defence | d4 Nf6
A45 Trompowsky Attack | d4 Nf6 Bg5
A45 Indian Defence, 2. Bf4 | d4 Nf6 Bf4
A46 Indian Defence, Knights Variation | d4 Nf6 Nf3
A46 Torre Attack | d4 Nf6 Nf3 e6 Bg5
A46 London System | d4 Nf6 Nf3 e6 Bf4
A47 Queen's Indian Set-up without c4 | d4 Nf6 Nf3 b6
A48 London System against the King's Indian | d4 Nf6 Nf3 g6 Bf4
A50 Indian Defence, Normal Variation | d4 Nf6 c4
A51 Budapest Gambit, Fajarowicz Variation | d4 Nf6 c4 e5 dxe5 Ne4
A51 Budapest Gambit | d4 Nf6 c4 e5
A52 Budapest Gambit, Rubinstein Variation | d4 Nf6 c4 e5 dxe5 Ng4
A53 Old Indian Defence | d4 Nf6 c4 d6
A56 Benoni Defence | d4 Nf6 c4 c5
A57 Benko Gambit | d4 Nf6 c4 c5 d5 b5
A58 Benko Gambit Accepted | d4 Nf6 c4 c5 d5 b5 cxb5 a6 bxa6
A60 Modern Benoni | d4 Nf6 c4 c5 d5 e6
A61 Modern Benoni, main line | d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 Nf3 g6
A67 Modern Benoni, Taimanov Attack | d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 e4 g6 f4 Bg7 Bb5+
A70 Modern Benoni, Classical Variation | d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 e4 g6 Nf3
A80 Dutch Defence | d4 f5
A81 Dutch Defence, Fianchetto Attack | d4 f5 g3
A82 Dutch Defence, Staunton Gambit | d4 f5 e4
A84 Dutch Defence, Classical | d4 f5 c4
A86 Dutch Defence, Leningrad Variation | d4 f5 c4 Nf6 g3 g6
A90 Dutch Defence, Classical Fianchetto | d4 f5 c4 Nf6 g3 e6 Bg2
A92 Dutch Defence, Stonewall Set-up | d4 f5 c4 Nf6 g3 e6 Bg2 Be7 Nf3 O-O O-O d5
B00 King's Pawn Game | e4
B00 Nimzowitsch Defence | e4 Nc6
B00 Owen's Defence | e4 b6
B00 St George Defence | e4 a6
B01 Scandinavian Defence | e4 d5
B01 Scandinavian Defence, Modern Variation | e4 d5 exd5 Nf6
B01 Scandinavian Defence, main line | e4 d5 exd5 Qxd5 Nc3 Qa5
B01 Scandinavian Defence, Gubinsky-Melts Defence | e4 d5 exd5 Qxd5 Nc3 Qd6
B02 Alekhine's Defence | e4 Nf6
B02 Alekhine's Defence, Chase Variation | e4 Nf6 e5 Nd5 c4 Nb6 c5
B03 Alekhine's Defence, Four Pawns Attack | e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 f4
B03 Alekhine's Defence, Exchange Variation | e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 exd6
B04 Alekhine's Defence, Modern Variation | e4 Nf6 e5 Nd5 d4 d6 Nf3
B06 Modern Defence | e4 g6
B06 Modern Defence, Standard Line | e4 g6 d4 Bg7 Nc3
B07 Pirc Defence | e4 d6 d4 Nf6 Nc3
B07 Czech Defence | e4 d6 d4 Nf6 Nc3 c6
B08 Pirc Defence, Classical Variation | e4 d6 d4 Nf6 Nc3 g6 Nf3
B09 Pirc Defence, Austrian Attack | e4 d6 d4 Nf6 Nc3 g6 f4
B10 Caro-Kann Defence | e4 c6
B10 Caro-Kann Defence, Two Knights Attack | e4 c6 Nc3 d5 Nf3
B12 Caro-Kann Defence, Advance Variation | e4 c6 d4 d5 e5
B12 Caro-Kann Defence, Fantasy Variation | e4 c6 d4 d5 f3
B13 Caro-Kann Defence, Exchange Variation | e4 c6 d4 d5 exd5
B13 Caro-Kann Defence, Panov Attack | e4 c6 d4 d5 exd5 cxd5 c4
B15 Caro-Kann Defence, main line | e4 c6 d4 d5 Nc3
B15 Caro-Kann Defence, Tartakower Variation | e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Nxf6+ exf6
B16 Caro-Kann Defence, Bronstein-Larsen Variation | e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Nxf6+ gxf6
B17 Caro-Kann Defence, Karpov Variation | e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7
B18 Caro-Kann Defence, Classical Variation | e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
B20 Sicilian Defence | e4 c5
B20 Sicilian Defence, Wing Gambit | e4 c5 b4
B20 Sicilian Defence, Bowdler Attack | e4 c5 Bc4
B21 Sicilian Defence, Smith-Morra Gambit | e4 c5 d4 cxd4 c3
B21 Sicilian Defence, McDonnell Attack | e4 c5 f4
B22 Sicilian Defence, Alapin Variation | e4 c5 c3
B23 Sicilian Defence, Closed | e4 c5 Nc3
B23 Sicilian Defence, Grand Prix Attack | e4 c5 Nc3 Nc6 f4
B27 Sicilian Defence, Hyperaccelerated Dragon | e4 c5 Nf3 g6
B28 Sicilian Defence, O'Kelly Variation | e4 c5 Nf3 a6
B29 Sicilian Defence, Nimzowitsch Variation | e4 c5 Nf3 Nf6
B30 Sicilian Defence, Old Sicilian | e4 c5 Nf3 Nc6
B30 Sicilian Defence, Rossolimo Attack | e4 c5 Nf3 Nc6 Bb5
B32 Sicilian Defence, Open | e4 c5 Nf3 Nc6 d4 cxd4 Nxd4
B32 Sicilian Defence, Löwenthal Variation | e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e5
B32 Sicilian Defence, Kalashnikov Variation | e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e5 Nb5 d6
B33 Sicilian Defence, Sveshnikov Variation | e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5
B34 Sicilian Defence, Accelerated Dragon | e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6
B36 Sicilian Defence, Accelerated Dragon, Maróczy Bind | e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4
B40 Sicilian Defence, French Variation | e4 c5 Nf3 e6
B40 Sicilian Defence, Pin Variation | e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nf6 Nc3 Bb4
B41 Sicilian Defence, Kan Variation | e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
B44 Sicilian Defence, Taimanov Variation | e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6
B45 Sicilian Defence, Four Knights Variation | e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Nf6
B50 Sicilian Defence, Modern Variations | e4 c5 Nf3 d6
B51 Sicilian Defence, Moscow Variation | e4 c5 Nf3 d6 Bb5+
B53 Sicilian Defence, Chekhover Variation | e4 c5 Nf3 d6 d4 cxd4 Qxd4
B54 Sicilian Defence, Prins Variation | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 f3
B56 Sicilian Defence, Classical Variation | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
B57 Sicilian Defence, Sozin Attack | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bc4
B60 Sicilian Defence, Richter-Rauzer Attack | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bg5
B70 Sicilian Defence, Dragon Variation | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
B76 Sicilian Defence, Dragon, Yugoslav Attack | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3
B80 Sicilian Defence, Scheveningen Variation | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6
B81 Sicilian Defence, Keres Attack | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6 g4
B90 Sicilian Defence, Najdorf Variation | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
B90 Sicilian Defence, Najdorf, English Attack | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3
B91 Sicilian Defence, Najdorf, Zagreb Variation | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 g3
B92 Sicilian Defence, Najdorf, Opocensky Variation | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2
B93 Sicilian Defence, Najdorf, Amsterdam Variation | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 f4
B94 Sicilian Defence, Najdorf, 6. Bg5 | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5
B97 Sicilian Defence, Najdorf, Poisoned Pawn Variation | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6
C00 French Defence | e4 e6
C00 French Defence, King's Indian Attack | e4 e6 d3
C01 French Defence, Exchange Variation | e4 e6 d4 d5 exd5
C02 French Defence, Advance Variation | e4 e6 d4 d5 e5
C03 French Defence, Tarrasch Variation | e4 e6 d4 d5 Nd2
C05 French Defence, Tarrasch, Closed Variation | e4 e6 d4 d5 Nd2 Nf6
C07 French Defence, Tarrasch, Open System | e4 e6 d4 d5 Nd2 c5
C10 French Defence, Paulsen Variation | e4 e6 d4 d5 Nc3
C10 French Defence, Rubinstein Variation | e4 e6 d4 d5 Nc3 dxe4
C11 French Defence, Classical Variation | e4 e6 d4 d5 Nc3 Nf6
C11 French Defence, Steinitz Variation | e4 e6 d4 d5 Nc3 Nf6 e5
C11 French Defence, Burn Variation | e4 e6 d4 d5 Nc3 Nf6 Bg5 dxe4
C12 French Defence, McCutcheon Variation | e4 e6 d4 d5 Nc3 Nf6 Bg5 Bb4
C13 French Defence, Alekhine-Chatard Attack | e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7 h4
C15 French Defence, Winawer Variation | e4 e6 d4 d5 Nc3 Bb4
C16 French Defence, Winawer, Advance Variation | e4 e6 d4 d5 Nc3 Bb4 e5
C18 French Defence, Winawer, main line | e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3
C18 French Defence, Winawer, Poisoned Pawn Variation | e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4
C20 Open Game | e4 e5
C20 Wayward Queen Attack | e4 e5 Qh5
C21 Centre Game | e4 e5 d4 exd4
C21 Danish Gambit | e4 e5 d4 exd4 c3
C23 Bishop's Opening | e4 e5 Bc4
C24 Bishop's Opening, Berlin Defence | e4 e5 Bc4 Nf6
C25 Vienna Game | e4 e5 Nc3
C26 Vienna Game, Falkbeer Variation | e4 e5 Nc3 Nf6
C27 Vienna Game, Frankenstein-Dracula Variation | e4 e5 Nc3 Nf6 Bc4 Nxe4
C28 Vienna Game, Stanley Variation | e4 e5 Nc3 Nf6 Bc4 Nc6
C29 Vienna Gambit | e4 e5 Nc3 Nf6 f4
C30 King's Gambit | e4 e5 f4
C30 King's Gambit Declined, Classical Variation | e4 e5 f4 Bc5
C31 King's Gambit, Falkbeer Countergambit | e4 e5 f4 d5
C33 King's Gambit Accepted | e4 e5 f4 exf4
C33 King's Gambit Accepted, Bishop's Gambit | e4 e5 f4 exf4 Bc4
C33 King's Gambit Accepted, Bryan Countergambit | e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5
C34 King's Gambit Accepted, King's Knight's Gambit | e4 e5 f4 exf4 Nf3
C34 King's Gambit Accepted, Fischer Defence | e4 e5 f4 exf4 Nf3 d6
C36 King's Gambit Accepted, Modern Defence | e4 e5 f4 exf4 Nf3 d5
C37 King's Gambit Accepted, Muzio Gambit | e4 e5 f4 exf4 Nf3 g5 Bc4 g4 O-O
C39 King's Gambit Accepted, Kieseritzky Gambit | e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5
C40 King's Knight Opening | e4 e5 Nf3
C40 Latvian Gambit | e4 e5 Nf3 f5
C40 Elephant Gambit | e4 e5 Nf3 d5
C40 Damiano Defence | e4 e5 Nf3 f6
C41 Philidor Defence | e4 e5 Nf3 d6
C41 Philidor Defence, Hanham Variation | e4 e5 Nf3 d6 d4 Nf6 Nc3 Nbd7
C42 Petrov's Defence | e4 e5 Nf3 Nf6
C42 Petrov's Defence, Classical Attack | e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4
C42 Petrov's Defence, Cochrane Gambit | e4 e5 Nf3 Nf6 Nxe5 d6 Nxf7
C43 Petrov's Defence, Steinitz Attack | e4 e5 Nf3 Nf6 d4
C44 Ponziani Opening | e4 e5 Nf3 Nc6 c3
C44 King's Pawn Game, two knights | e4 e5 Nf3 Nc6
C44 Scotch Gambit | e4 e5 Nf3 Nc6 d4 exd4 Bc4
C44 Göring Gambit | e4 e5 Nf3 Nc6 d4 exd4 c3
C45 Scotch Game | e4 e5 Nf3 Nc6 d4
C45 Scotch Game, Schmidt Variation | e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6
C45 Scotch Game, Mieses Variation | e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5
C45 Scotch Game, Classical Variation | e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5
C46 Three Knights Opening | e4 e5 Nf3 Nc6 Nc3
C47 Four Knights Game | e4 e5 Nf3 Nc6 Nc3 Nf6
C47 Four Knights Game, Scotch Variation | e4 e5 Nf3 Nc6 Nc3 Nf6 d4
C47 Four Knights Game, Halloween Gambit | e4 e5 Nf3 Nc6 Nc3 Nf6 Nxe5
C48 Four Knights Game, Spanish Variation | e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5
C48 Four Knights Game, Rubinstein Variation | e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Nd4
C50 Italian Game | e4 e5 Nf3 Nc6 Bc4
C50 Hungarian Defence | e4 e5 Nf3 Nc6 Bc4 Be7
C50 Italian Game, Giuoco Piano | e4 e5 Nf3 Nc6 Bc4 Bc5
C50 Italian Game, Giuoco Pianissimo | e4 e5 Nf3 Nc6 Bc4 Bc5 d3
C51 Evans Gambit | e4 e5 Nf3 Nc6 Bc4 Bc5 b4
C51 Evans Gambit Accepted | e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4
C52 Evans Gambit, main line | e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5
C53 Italian Game, Classical Variation | e4 e5 Nf3 Nc6 Bc4 Bc5 c3
C54 Italian Game, Greco Attack | e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3
C55 Two Knights Defence | e4 e5 Nf3 Nc6 Bc4 Nf6
C55 Two Knights Defence, Modern Bishop's Opening | e4 e5 Nf3 Nc6 Bc4 Nf6 d3
C55 Max Lange Attack | e4 e5 Nf3 Nc6 Bc4 Nf6 d4 exd4 O-O Bc5 e5
C57 Two Knights Defence, Knight Attack | e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5
C57 Two Knights Defence, Fried Liver Attack | e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7
C57 Two Knights Defence, Traxler Counterattack | e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 Bc5
C58 Two Knights Defence, Polerio Defence | e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5
C60 Ruy Lopez | e4 e5 Nf3 Nc6 Bb5
C60 Ruy Lopez, Cozio Defence | e4 e5 Nf3 Nc6 Bb5 Nge7
C60 Ruy Lopez, Fianchetto Defence | e4 e5 Nf3 Nc6 Bb5 g6
C61 Ruy Lopez, Bird's Defence | e4 e5 Nf3 Nc6 Bb5 Nd4
C62 Ruy Lopez, Steinitz Defence | e4 e5 Nf3 Nc6 Bb5 d6
C63 Ruy Lopez, Schliemann Defence | e4 e5 Nf3 Nc6 Bb5 f5
C64 Ruy Lopez, Classical Variation | e4 e5 Nf3 Nc6 Bb5 Bc5
C65 Ruy Lopez, Berlin Defence | e4 e5 Nf3 Nc6 Bb5 Nf6
C65 Ruy Lopez, Berlin Defence, Anti-Berlin | e4 e5 Nf3 Nc6 Bb5 Nf6 d3
C67 Ruy Lopez, Berlin Defence, Rio de Janeiro Variation | e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Be7
C67 Ruy Lopez, Open Berlin | e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4
C67 Ruy Lopez, Berlin Wall | e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8
C68 Ruy Lopez, Exchange Variation | e4 e5 Nf3 Nc6 Bb5 a6 Bxc6
C69 Ruy Lopez, Exchange Variation, Gligoric Variation | e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6
C70 Ruy Lopez, Morphy Defence | e4 e5 Nf3 Nc6 Bb5 a6
C70 Ruy Lopez, Morphy Defence, Columbus Variation | e4 e5 Nf3 Nc6 Bb5 a6 Ba4
C71 Ruy Lopez, Modern Steinitz Defence | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 d6
C77 Ruy Lopez, Anderssen Variation | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3
C78 Ruy Lopez, Morphy Defence, 5. O-O | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O
C78 Ruy Lopez, Arkhangelsk Variation | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O b5 Bb3 Bb7
C78 Ruy Lopez, Møller Defence | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Bc5
C80 Ruy Lopez, Open Variation | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4
C81 Ruy Lopez, Open, Howell Attack | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6 Qe2
C82 Ruy Lopez, Open, 9. c3 | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6 c3
C84 Ruy Lopez, Closed | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
C86 Ruy Lopez, Worrall Attack | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Qe2
C88 Ruy Lopez, Closed, 7...O-O | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O
C88 Ruy Lopez, Anti-Marshall | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O a4
C89 Ruy Lopez, Marshall Attack | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5
C92 Ruy Lopez, Closed, 9. h3 | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3
C92 Ruy Lopez, Zaitsev Variation | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Bb7
C93 Ruy Lopez, Smyslov Defence | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 h6
C94 Ruy Lopez, Breyer Defence | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8
C96 Ruy Lopez, Chigorin Defence | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5
D00 Queen's Pawn Game, 1...d5 | d4 d5
D00 Blackmar-Diemer Gambit | d4 d5 e4
D00 London System, Accelerated | d4 d5 Bf4
D00 Hodgson Attack | d4 d5 Bg5
D01 Veresov Opening | d4 d5 Nc3 Nf6 Bg5
D01 Jobava London System | d4 d5 Nc3 Nf6 Bf4
D02 Queen's Pawn Game, Knights Variation | d4 d5 Nf3
D02 London System, 1...d5 | d4 d5 Nf3 Nf6 Bf4
D03 Torre Attack, 1...d5 | d4 d5 Nf3 Nf6 Bg5
D04 Colle System | d4 d5 Nf3 Nf6 e3
D06 Queen's Gambit | d4 d5 c4
D06 Queen's Gambit, Marshall Defence | d4 d5 c4 Nf6
D06 Queen's Gambit, Baltic Defence | d4 d5 c4 Bf5
D07 Queen's Gambit, Chigorin Defence | d4 d5 c4 Nc6
D08 Albin Countergambit | d4 d5 c4 e5
D10 Slav Defence | d4 d5 c4 c6
D10 Slav Defence, Exchange Variation | d4 d5 c4 c6 cxd5
D11 Slav Defence, Modern Line | d4 d5 c4 c6 Nf3
D15 Slav Defence, Three Knights Variation | d4 d5 c4 c6 Nf3 Nf6 Nc3
D15 Slav Defence, Chebanenko Variation | d4 d5 c4 c6 Nf3 Nf6 Nc3 a6
D16 Slav Defence, Alapin Variation | d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4
D17 Slav Defence, Czech Variation | d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5
D20 Queen's Gambit Accepted | d4 d5 c4 dxc4
D20 Queen's Gambit Accepted, Central Variation | d4 d5 c4 dxc4 e4
D21 Queen's Gambit Accepted, Normal Variation | d4 d5 c4 dxc4 Nf3
D26 Queen's Gambit Accepted, Classical Defence | d4 d5 c4 dxc4 Nf3 Nf6 e3 e6
D30 Queen's Gambit Declined | d4 d5 c4 e6
D30 Queen's Gambit Declined, 3. Nf3 | d4 d5 c4 e6 Nf3
D31 Queen's Gambit Declined, Queen's Knight Variation | d4 d5 c4 e6 Nc3
D31 Queen's Gambit Declined, Charousek Variation | d4 d5 c4 e6 Nc3 Be7
D31 Semi-Slav Defence, Marshall Gambit | d4 d5 c4 e6 Nc3 c6 e4
D32 Tarrasch Defence | d4 d5 c4 e6 Nc3 c5
D34 Tarrasch Defence, Classical Variation | d4 d5 c4 e6 Nc3 c5 cxd5 exd5 Nf3 Nc6 g3 Nf6 Bg2 Be7
D35 Queen's Gambit Declined, Normal Defence | d4 d5 c4 e6 Nc3 Nf6
D35 Queen's Gambit Declined, Exchange Variation | d4 d5 c4 e6 Nc3 Nf6 cxd5
D37 Queen's Gambit Declined, Three Knights Variation | d4 d5 c4 e6 Nc3 Nf6 Nf3
D37 Queen's Gambit Declined, Harrwitz Attack | d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bf4
D38 Ragozin Defence | d4 d5 c4 e6 Nc3 Nf6 Nf3 Bb4
D39 Vienna Variation | d4 d5 c4 e6 Nc3 Nf6 Nf3 Bb4 Bg5 dxc4
D40 Semi-Tarrasch Defence | d4 d5 c4 e6 Nc3 Nf6 Nf3 c5
D43 Semi-Slav Defence | d4 d5 c4 e6 Nc3 Nf6 Nf3 c6
D43 Semi-Slav Defence, Moscow Variation | d4 d5 c4 e6 Nc3 Nf6 Nf3 c6 Bg5 h6
D44 Semi-Slav Defence, Botvinnik Variation | d4 d5 c4 e6 Nc3 Nf6 Nf3 c6 Bg5 dxc4
D45 Semi-Slav Defence, 5. e3 | d4 d5 c4 e6 Nc3 Nf6 Nf3 c6 e3
D47 Semi-Slav Defence, Meran Variation | d4 d5 c4 e6 Nc3 Nf6 Nf3 c6 e3 Nbd7 Bd3 dxc4 Bxc4 b5
D50 Queen's Gambit Declined, Modern Variation | d4 d5 c4 e6 Nc3 Nf6 Bg5
D52 Queen's Gambit Declined, Cambridge Springs Variation | d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 e3 c6 Nf3 Qa5
D53 Queen's Gambit Declined, 4...Be7 | d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7
D56 Queen's Gambit Declined, Lasker Defence | d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 Ne4
D58 Queen's Gambit Declined, Tartakower Defence | d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6
D60 Queen's Gambit Declined, Orthodox Defence | d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7
D70 Neo-Grünfeld Defence | d4 Nf6 c4 g6 f3 d5
D80 Grünfeld Defence | d4 Nf6 c4 g6 Nc3 d5
D80 Grünfeld Defence, Stockholm Variation | d4 Nf6 c4 g6 Nc3 d5 Bg5
D82 Grünfeld Defence, Brinckmann Attack | d4 Nf6 c4 g6 Nc3 d5 Bf4
D85 Grünfeld Defence, Exchange Variation | d4 Nf6 c4 g6 Nc3 d5 cxd5
D87 Grünfeld Defence, Exchange, Spassky Variation | d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7 Bc4 O-O Ne2 c5
D90 Grünfeld Defence, Three Knights Variation | d4 Nf6 c4 g6 Nc3 d5 Nf3
D97 Grünfeld Defence, Russian Variation | d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3 dxc4 Qxc4 O-O e4
E00 Indian Defence, 2...e6 | d4 Nf6 c4 e6
E01 Catalan Opening | d4 Nf6 c4 e6 g3 d5 Bg2
E04 Catalan Opening, Open | d4 Nf6 c4 e6 g3 d5 Bg2 dxc4 Nf3
E06 Catalan Opening, Closed | d4 Nf6 c4 e6 g3 d5 Bg2 Be7 Nf3
E10 Blumenfeld Gambit | d4 Nf6 c4 e6 Nf3 c5 d5 b5
E11 Bogo-Indian Defence | d4 Nf6 c4 e6 Nf3 Bb4+
E12 Queen's Indian Defence | d4 Nf6 c4 e6 Nf3 b6
E12 Queen's Indian Defence, Petrosian Variation | d4 Nf6 c4 e6 Nf3 b6 a3
E15 Queen's Indian Defence, Fianchetto Variation | d4 Nf6 c4 e6 Nf3 b6 g3
E15 Queen's Indian Defence, Nimzowitsch Variation | d4 Nf6 c4 e6 Nf3 b6 g3 Ba6
E17 Queen's Indian Defence, Classical Variation | d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7
E20 Nimzo-Indian Defence | d4 Nf6 c4 e6 Nc3 Bb4
E20 Nimzo-Indian Defence, Kmoch Variation | d4 Nf6 c4 e6 Nc3 Bb4 f3
E21 Nimzo-Indian Defence, Three Knights Variation | d4 Nf6 c4 e6 Nc3 Bb4 Nf3
E24 Nimzo-Indian Defence, Sämisch Variation | d4 Nf6 c4 e6 Nc3 Bb4 a3
E30 Nimzo-Indian Defence, Leningrad Variation | d4 Nf6 c4 e6 Nc3 Bb4 Bg5
E32 Nimzo-Indian Defence, Classical Variation | d4 Nf6 c4 e6 Nc3 Bb4 Qc2
E40 Nimzo-Indian Defence, Normal Line | d4 Nf6 c4 e6 Nc3 Bb4 e3
E41 Nimzo-Indian Defence, Hübner Variation | d4 Nf6 c4 e6 Nc3 Bb4 e3 c5 Bd3 Nc6 Nf3 Bxc3+ bxc3 d6
E46 Nimzo-Indian Defence, 4...O-O | d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O
E60 King's Indian Defence | d4 Nf6 c4 g6
E61 King's Indian Defence, 3. Nc3 | d4 Nf6 c4 g6 Nc3 Bg7
E62 King's Indian Defence, Fianchetto Variation | d4 Nf6 c4 g6 Nc3 Bg7 Nf3 d6 g3
E70 King's Indian Defence, Normal Variation | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6
E73 King's Indian Defence, Averbakh Variation | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Be2 O-O Bg5
E76 King's Indian Defence, Four Pawns Attack | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4
E80 King's Indian Defence, Sämisch Variation | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3
E90 King's Indian Defence, 5. Nf3 | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3
E91 King's Indian Defence, 6. Be2 | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2
E92 King's Indian Defence, Orthodox Variation | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5
E92 King's Indian Defence, Exchange Variation | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 dxe5
E92 King's Indian Defence, Petrosian Variation | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 d5
E97 King's Indian Defence, Mar del Plata Variation | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7
E97 King's Indian Defence, Bayonet Attack | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 b4
`;

package ini

// builtin lists Fairy-Stockfish's built-in pieces, with their movements in its notation. The movement is
// empty if the notation cannot express it.
var builtin = []struct{ name, move string }{
	{"pawn", ""}, {"knight", "N"}, {"bishop", "B"}, {"rook", "R"}, {"queen", "Q"},
	{"fers", "F"}, {"alfil", "A"}, {"fersAlfil", "FA"}, {"silver", "FfW"}, {"aiwok", "RNF"}, {"bers", "RF"},
	{"archbishop", "BN"}, {"chancellor", "RN"}, {"amazon", "QN"}, {"knibis", "mNcB"}, {"biskni", "mBcN"}, {"kniroo", "mNcR"}, {"rookni", "mRcN"},
	{"shogiPawn", "fW"}, {"lance", "fR"}, {"shogiKnight", "fN"}, {"gold", "WfF"}, {"dragonHorse", "BW"},
	{"clobber", "cW"}, {"breakthrough", "fmWfF"}, {"immobile", ""}, {"cannon", "mRcpR"}, {"janggiCannon", ""},
	{"soldier", "fsW"}, {"horse", "nN"}, {"elephant", "nA"}, {"janggiElephant", ""}, {"banner", "RcpRnN"},
	{"wazir", "W"}, {"commoner", "K"}, {"centaur", "KN"},
}

// named lists the pieces whose name in Fairy-Stockfish is their common English name.
var named = []string{"archbishop", "chancellor", "amazon", "alfil", "wazir", "cannon", "centaur", "commoner", "horse", "elephant", "gold", "silver"}

// ignored lists the keys that do not affect the rules.
var ignored = []string{
	"variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "nnueAlias",
}

// fixed maps the keys for rules that Tain does not have to the values that switch them off.
var fixed = map[string][]string{
	"twoBoards": {"false"}, "sittuyinPromotion": {"false"}, "promotionLimit": {""}, "promotedPieceType": {"", "-"},
	"piecePromotionOnCapture": {"false"}, "mandatoryPiecePromotion": {"false"}, "pieceDemotion": {"false"},
	"blastOnCapture": {"false"}, "blastImmuneTypes": {"-", ""}, "mutuallyImmuneTypes": {"-", ""}, "petrifyOnCaptureTypes": {"-", ""},
	"petrifyOnCapture": {"false"}, "petrifyBlastPieces": {"false"}, "tripleStepRegionWhite": {"-", ""}, "tripleStepRegionBlack": {"-", ""},
	"castlingDroppedPiece": {"false"}, "oppositeCastling": {"false"}, "checking": {"true"}, "mustCapture": {"false"},
	"mustDrop": {"false"}, "pieceDrops": {"false"}, "capturesToHand": {"false"}, "gating": {"false"}, "wallingRule": {"none"},
	"arrowGating": {"false"}, "duckGating": {"false"}, "staticGating": {"false"}, "pastGating": {"false"}, "wallOrMove": {"false"},
	"seirawanGating": {"false"}, "cambodianMoves": {"false"}, "diagonalLines": {"-", ""}, "pass": {"false"}, "passWhite": {"false"}, "passBlack": {"false"},
	"passOnStalemate": {"false"}, "passOnStalemateWhite": {"false"}, "passOnStalemateBlack": {"false"}, "makpongRule": {"false"},
	"flyingGeneral": {"false"}, "flipEnclosedPieces": {"none"}, "nFoldValue": {"draw"}, "nFoldValueAbsolute": {"false"},
	"perpetualCheckIllegal": {"false"}, "moveRepetitionIllegal": {"false"}, "chasingRule": {"none"}, "stalematePieceCount": {"false"},
	"checkmateValue": {"loss"}, "shatarMateRule": {"false"}, "bikjangRule": {"false"},
	"extinctionClaim": {"false"}, "dupleCheck": {"false"}, "extinctionPieceCount": {"0"}, "extinctionOpponentPieceCount": {"0"},
	"flagPieceCount": {"1"}, "flagPieceBlockedWin": {"false"}, "flagMove": {"false"}, "flagPieceSafe": {"false"},
	"connectN": {"0"}, "connectNxN": {"0"}, "collinearN": {"0"}, "connectRegion1White": {"-", ""}, "connectRegion1Black": {"-", ""},
	"connectRegion2White": {"-", ""}, "connectRegion2Black": {"-", ""}, "materialCounting": {"none"}, "adjudicateFullBoard": {"false"}, "countingRule": {"none"}, "castlingWins": {"-"},
}

// idle lists the keys that have no effect without a rule in fixed.
var idle = []string{
	"dropChecks", "mustDropType", "dropLoop", "firstRankPawnDrops", "promotionZonePawnDrops", "dropOnTop", "enclosingDrop", "enclosingDropStart",
	"dropRegionWhite", "dropRegionBlack", "whiteDropRegion", "blackDropRegion", "sittuyinRookDrop", "dropOppositeColoredBishop", "dropPromoted",
	"dropNoDoubled", "dropNoDoubledCount", "shogiPawnDropMateIllegal", "castlingKingFile", "wallingRegion", "wallingRegionWhite", "wallingRegionBlack", "staticGatingRegion",
	"connectPieceTypes", "connectHorizontal", "connectVertical", "connectDiagonal", "connectValue",
}

// plain lists the other keys with single values that package ini reads.
var plain = []string{
	"maxRank", "maxFile", "chess960", "startFen", "promotionRegionWhite", "promotionRegionBlack", "mandatoryPawnPromotion",
	"doubleStep", "doubleStepRegionWhite", "doubleStepRegionBlack", "enPassantRegionWhite", "enPassantRegionBlack",
	"castling", "castlingKingsideFile", "castlingQueensideFile", "castlingRank", "castlingRookKingsideFile", "castlingRookQueensideFile",
	"immobilityIllegal", "nMoveRule", "nMoveRuleTypes", "nMoveRuleTypesWhite", "nMoveRuleTypesBlack", "nFoldRule", "soldierPromotionRank", "stalemateValue", "extinctionValue", "extinctionPseudoRoyal",
	"flagRegionWhite", "flagRegionBlack", "checkCounting",
}

// sets lists the keys whose value is a set of pieces.
var sets = []string{
	"promotionPawnTypesWhite", "promotionPawnTypesBlack", "promotionPieceTypesWhite", "promotionPieceTypesBlack",
	"enPassantTypesWhite", "enPassantTypesBlack", "castlingKingPieceWhite", "castlingKingPieceBlack",
	"castlingRookPiecesWhite", "castlingRookPiecesBlack", "extinctionPieceTypes", "flagPieceWhite", "flagPieceBlack",
}

// aliases maps keys for both sides, and old names, to the keys that they set. If a section sets one of these
// keys too, its value overrides that of the alias.
var aliases = map[string][]string{
	"pawnTypes":           {"promotionPawnTypesWhite", "promotionPawnTypesBlack", "enPassantTypesWhite", "enPassantTypesBlack"},
	"promotionPawnTypes":  {"promotionPawnTypesWhite", "promotionPawnTypesBlack"},
	"promotionPieceTypes": {"promotionPieceTypesWhite", "promotionPieceTypesBlack"},
	"enPassantTypes":      {"enPassantTypesWhite", "enPassantTypesBlack"},
	"enPassantRegion":     {"enPassantRegionWhite", "enPassantRegionBlack"},
	"castlingKingPiece":   {"castlingKingPieceWhite", "castlingKingPieceBlack"},
	"castlingRookPieces":  {"castlingRookPiecesWhite", "castlingRookPiecesBlack"},
	"castlingRookPiece":   {"castlingRookPiecesWhite", "castlingRookPiecesBlack"},
	"flagPiece":           {"flagPieceWhite", "flagPieceBlack"},
	"flagRegion":          {"flagRegionWhite", "flagRegionBlack"},
	"whiteFlag":           {"flagRegionWhite"},
	"blackFlag":           {"flagRegionBlack"},
}

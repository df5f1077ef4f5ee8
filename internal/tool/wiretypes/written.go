package main

import (
	"reflect"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// roots are the request and response types. Types they refer to are included automatically.
var roots = []reflect.Type{
	reflect.TypeFor[wire.AccountState](), reflect.TypeFor[wire.Pool](), reflect.TypeFor[wire.Ratings](), reflect.TypeFor[wire.RatingHistory](), reflect.TypeFor[wire.Leaderboard](), reflect.TypeFor[wire.Leaderboards](),
	reflect.TypeFor[wire.Profile](), reflect.TypeFor[wire.ProfileGames](), reflect.TypeFor[wire.Openings](), reflect.TypeFor[wire.Friends](), reflect.TypeFor[wire.Relation](),
	reflect.TypeFor[wire.ProfileRequest](), reflect.TypeFor[wire.DirectChallengeRequest](),
	reflect.TypeFor[wire.ChallengeRequest](), reflect.TypeFor[wire.PasskeyChallenge](),
	reflect.TypeFor[wire.CredentialRequest](), reflect.TypeFor[wire.RecoveryRequest](), reflect.TypeFor[wire.RecoveryCodes](),
	reflect.TypeFor[wire.SignOutRequest](), reflect.TypeFor[wire.NameRequest](),
	reflect.TypeFor[wire.OpenIDRequest](), reflect.TypeFor[wire.OpenIDVisit](), reflect.TypeFor[wire.OpenIDReturn](), reflect.TypeFor[wire.OpenIDResult](),
	reflect.TypeFor[wire.Tokens](), reflect.TypeFor[wire.TokenRequest](), reflect.TypeFor[wire.NewToken](), reflect.TypeFor[wire.TokenOwner](),
	reflect.TypeFor[wire.ReportRequest](), reflect.TypeFor[wire.AppealRequest](), reflect.TypeFor[wire.Reports](), reflect.TypeFor[wire.ReportDetails](), reflect.TypeFor[wire.ModerationLog](), reflect.TypeFor[wire.ModerationRequest](),
	reflect.TypeFor[wire.VariantList](),
	reflect.TypeFor[wire.BotToken](),
	reflect.TypeFor[wire.BotEvent](),
	reflect.TypeFor[wire.Gallery](),
	reflect.TypeFor[wire.RulebookRequest](),
	reflect.TypeFor[wire.Rulebook](),
	reflect.TypeFor[wire.PositionRequest](),
	reflect.TypeFor[wire.LineRequest](),
	reflect.TypeFor[wire.PlanRequest](),
	reflect.TypeFor[wire.PlanAnswer](),
	reflect.TypeFor[wire.LineAnswer](),
	reflect.TypeFor[wire.First](),
	reflect.TypeFor[wire.ExplainRequest](), reflect.TypeFor[wire.BoardRequest](), reflect.TypeFor[wire.BoardAnswer](),
	reflect.TypeFor[wire.Explanation](),
	reflect.TypeFor[wire.CheckRequest](),
	reflect.TypeFor[wire.Checked](),
	reflect.TypeFor[wire.DefineRequest](),
	reflect.TypeFor[wire.Defined](),
	reflect.TypeFor[wire.ReadLinkRequest](),
	reflect.TypeFor[wire.LinkAnswer](),
	reflect.TypeFor[wire.Link](),
	reflect.TypeFor[wire.PictureRequest](),
	reflect.TypeFor[wire.Picture](),
	reflect.TypeFor[wire.ReadPGNRequest](),
	reflect.TypeFor[wire.PGNGames](),
	reflect.TypeFor[wire.WritePGNRequest](),
	reflect.TypeFor[wire.PGNText](),
	reflect.TypeFor[wire.SearchRequest](),
	reflect.TypeFor[wire.SearchInfo](),
	reflect.TypeFor[wire.SearchResult](),
	reflect.TypeFor[wire.Evaluation](),
	reflect.TypeFor[wire.TablesAnswer](), reflect.TypeFor[wire.TablesList](),
	reflect.TypeFor[wire.GameAnalysis](), reflect.TypeFor[wire.GameAnalysts](),
	reflect.TypeFor[wire.Failed](),
	reflect.TypeFor[wire.NewGame](),
	reflect.TypeFor[wire.JoinRequest](),
	reflect.TypeFor[wire.OneGame](),
	reflect.TypeFor[wire.Challenges](),
	reflect.TypeFor[wire.Seek](),
	reflect.TypeFor[wire.Pairing](),
	reflect.TypeFor[wire.Seeks](),
	reflect.TypeFor[wire.Playing](),
	reflect.TypeFor[wire.PremovesRequest](),
	reflect.TypeFor[wire.Premoves](),
	reflect.TypeFor[wire.Notices](),
	reflect.TypeFor[wire.Privacy](),
	reflect.TypeFor[wire.Summaries](),
	reflect.TypeFor[wire.AheadRequest](), reflect.TypeFor[wire.Ahead](),
	reflect.TypeFor[wire.PushKey](), reflect.TypeFor[wire.PushSubscription](), reflect.TypeFor[wire.PushEndpoint](),
	reflect.TypeFor[wire.NewStudy](), reflect.TypeFor[wire.StudyChange](), reflect.TypeFor[wire.OneStudy](),
	reflect.TypeFor[wire.HandleRequest](),
	reflect.TypeFor[wire.HeldLine](),
	reflect.TypeFor[wire.PushRequest](),
	reflect.TypeFor[wire.PopRequest](),
	reflect.TypeFor[wire.LineChange](),
	reflect.TypeFor[wire.LocalGame](),
	reflect.TypeFor[wire.OpenGameRequest](),
	reflect.TypeFor[wire.LocalCommand](),
	reflect.TypeFor[wire.GameAtRequest](),
	reflect.TypeFor[wire.AgainRequest](),
	reflect.TypeFor[wire.TaskDone](),
	reflect.TypeFor[wire.HeldGame](),
	reflect.TypeFor[wire.LanguageRequest](), reflect.TypeFor[wire.Language](),
	reflect.TypeFor[wire.Licences](), reflect.TypeFor[wire.OEmbed](),
	reflect.TypeFor[wire.PGNShape](),
	reflect.TypeFor[wire.PGNEval](),
}

// serverMessages are the messages that a server sends over a WebSocket.
var serverMessages = []wire.ServerMessage{
	wire.GameMessage{}, wire.MoveMessage{}, wire.HereMessage{}, wire.PhraseMessage{}, wire.ThinkingMessage{},
	wire.DoneMessage{}, wire.ErrorMessage{}, wire.PongMessage{}, wire.ByeMessage{}, wire.ReconnectMessage{}, wire.NoticeMessage{},
}

// always lists pointer types that are never nil in JSON.
var always = map[reflect.Type]bool{
	reflect.TypeFor[*wire.PGNNode](): true,
	reflect.TypeFor[*wire.Failure](): true,
}

// written lists the types with custom JSON encoding, and one whose Go type is less precise than
// its JSON.
var written = map[reflect.Type]string{
	reflect.TypeFor[board.Colour](): ` = "white" | "black";`,
	reflect.TypeFor[wire.Side]():    ` = "white" | "black" | "both" | null;`,
	reflect.TypeFor[wire.Score]():   " = { cp: number; mate?: never } | { mate: number; cp?: never };",
	reflect.TypeFor[wire.Message](): ` {
  code: string;
  args?: Record<string, unknown>;
}`,
	reflect.TypeFor[wire.PGNNode](): ` {
  move?: string;
  san?: string;
  /** A comment before the move. */
  before?: string;
  comment?: string;
  nags?: number[];
  /** Drawings on the board after the move. */
  shapes?: PGNShape[];
  /** The evaluation of the position after the move. */
  eval?: PGNEval;
  /** The time left for the side that moved, in milliseconds. */
  clock?: number;
  /** The first is the main line. */
  children: PGNNode[];
}`,
}

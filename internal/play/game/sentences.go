package game

import (
	"fmt"

	"github.com/tainchess/tain/rules"
)

// phrase names a sentence that a refusal is told in.
type phrase string

// The phrases. Where a code has several sentences, its phrases tell them apart.
const (
	sayWatching     phrase = "watching"
	sayTooLong      phrase = "too-long"
	sayNoCommand    phrase = "no-command"
	sayOver         phrase = "over"
	sayWaiting      phrase = "waiting"
	sayPly          phrase = "stale-ply"
	sayTakebacks    phrase = "stale-takebacks"
	sayPosition     phrase = "stale-position"
	sayTurn         phrase = "turn"
	sayClaimTurn    phrase = "claim-turn"
	sayNoClaim      phrase = "no-claim"
	sayBegun        phrase = "begun"
	sayNoCookie     phrase = "no-cookie"
	sayTaken        phrase = "taken"
	sayToken        phrase = "token"
	sayRematchEnded phrase = "rematch-ended"
	sayOfferEnded   phrase = "offer-ended"
	sayNoAction     phrase = "no-action"
	sayNoDraw       phrase = "no-draw"
	sayNoMove       phrase = "no-move"
	sayNotAsked     phrase = "not-asked"
	sayBothAsk      phrase = "both-ask"
	sayNotOver      phrase = "not-over"
	sayNobodyPlayed phrase = "nobody-played"
	sayNoRematch    phrase = "no-rematch"
	sayNoRedo       phrase = "no-redo"
	sayNotLocal     phrase = "not-local"
	sayLevel        phrase = "level"
	sayNoEngine     phrase = "no-engine"
	sayOpponent     phrase = "opponent"
	sayColour       phrase = "colour"
	sayLongPosition phrase = "long-position"
	sayBadPosition  phrase = "bad-position"
	sayOverAlready  phrase = "over-already"
	sayNoSessions   phrase = "no-sessions"
	sayControl      phrase = "control"
	sayVariant      phrase = "variant"
)

var sentences = map[phrase]string{
	sayWatching:     "only the players may do that; you are watching",
	sayTooLong:      "this game has become too long to go on: agree on a draw, or resign",
	sayNoCommand:    "there is no such command",
	sayOver:         "the game is over: %s",
	sayWaiting:      "your opponent has not joined yet",
	sayPly:          "the game has gone on: it is at half-move %d, not %d",
	sayTakebacks:    "the game has gone on: there have been %d takebacks, not %d",
	sayPosition:     "the move was made for another position than the one at half-move %d",
	sayTurn:         "it is %s's turn",
	sayClaimTurn:    "only the side to move may claim a draw",
	sayNoClaim:      "there is no draw to claim: that takes the same position three times, or fifty moves without a capture or a pawn move",
	sayBegun:        "a game in which both have moved cannot be aborted; you may resign",
	sayNoCookie:     "a player needs a cookie: allow cookies for this site",
	sayTaken:        "both seats are taken; you may watch",
	sayToken:        "that is not the invitation to this game: ask for the whole link",
	sayRematchEnded: "that was declined or withdrawn: your opponent may still ask",
	sayOfferEnded:   "that was declined or withdrawn a moment ago: make a move first",
	sayNoAction:     "%q is none of offer, accept, decline and withdraw",
	sayNoDraw:       "no draw is offered to you",
	sayNoMove:       "there is no move to take back yet",
	sayNotAsked:     "nobody asks you to let a move be taken back",
	sayBothAsk:      "your opponent asks for the same: answer that first",
	sayNotOver:      "the game is not over",
	sayNobodyPlayed: "nobody played against you",
	sayNoRematch:    "no rematch is offered to you",
	sayNoRedo:       "no move was taken back",
	sayNotLocal:     "that can be done only in a game at one screen",
	sayLevel:        "the computer's level is from 1 to %d, not %d",
	sayNoEngine:     "the computer does not play %s",
	sayOpponent:     "the opponent is computer, friend, open or self, not %q",
	sayColour:       "the colour is white, black or random, not %q",
	sayLongPosition: "the starting position is longer than any",
	sayBadPosition:  "the starting position cannot be played: %s",
	sayOverAlready:  "the game would be over before it begins: %s",
	sayNoSessions:   "the time is for the whole game: sessions of moves are not played here",
	sayControl:      "%s",
	sayVariant:      "there is no rule set called %q",
}

// say makes the sentence of a phrase.
func say(p phrase, args ...any) string { return fmt.Sprintf(sentences[p], args...) }

// sayEnd tells how a game ended, for what reason, and because of which side.
func sayEnd(result rules.Result, why rules.Reason, by Side) string {
	side, other := rules.SideName(by.Colour()), rules.SideName(by.Other().Colour())
	switch why {
	case rules.Checkmate:
		return "checkmate: " + other + " wins"
	case rules.Stalemate:
		return "stalemate: " + side + " has no legal move and is not in check, a draw"
	case rules.Dead:
		return "a draw: no play can lead to mate"
	case rules.Fivefold:
		return "a draw: the same position has come up five times"
	case rules.SeventyFive:
		return "a draw: seventy-five moves without a capture or a pawn move"
	case rules.Threefold:
		return "a draw: the same position has come up three times"
	case rules.Fifty:
		return "a draw: fifty moves without a capture or a pawn move"
	case rules.Agreement:
		return "a draw by agreement"
	case rules.Resignation:
		return side + " resigned: " + other + " wins"
	case rules.Time:
		if result == rules.Draw {
			return "a draw: " + side + "'s time is up, but " + other + " has a king alone and cannot mate"
		}
		return side + "'s time is up: " + other + " wins"
	case rules.Aborted:
		if by == Nobody {
			return "the game was aborted: nobody went on with it"
		}
		return side + " aborted the game"
	}
	return "the game was given as " + string(result)
}

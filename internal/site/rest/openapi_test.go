package rest

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// schema contains the fields of a JSON schema that describe the properties of objects.
type schema struct {
	Ref        string `json:"$ref"`
	Properties map[string]*schema
	Required   []string
	Items      *schema
	AllOf      []*schema
	OneOf      []*schema
}

// bodies maps the JSON bodies in the document to Go types: requests by operation, and responses by operation
// and status.
var bodies = map[string]reflect.Type{
	"variants 200":        reflect.TypeFor[wire.VariantList](),
	"gallery 200":         reflect.TypeFor[wire.Gallery](),
	"variant 200":         reflect.TypeFor[wire.VariantInfo](),
	"rulebook 200":        reflect.TypeFor[wire.Rulebook](),
	"writtenRulebook":     reflect.TypeFor[wire.RulebookRequest](),
	"writtenRulebook 200": reflect.TypeFor[wire.Rulebook](),
	"position":            reflect.TypeFor[wire.PositionRequest](),
	"position 200":        reflect.TypeFor[wire.State](),
	"line":                reflect.TypeFor[wire.LineRequest](),
	"line 200":            reflect.TypeFor[wire.LineAnswer](),
	"plan":                reflect.TypeFor[wire.PlanRequest](),
	"plan 200":            reflect.TypeFor[wire.PlanAnswer](),
	"explain":             reflect.TypeFor[wire.ExplainRequest](),
	"explain 200":         reflect.TypeFor[wire.Explanation](),
	"board":               reflect.TypeFor[wire.BoardRequest](),
	"board 200":           reflect.TypeFor[wire.BoardAnswer](),
	"tablesList 200":      reflect.TypeFor[wire.TablesList](),
	"tables":              reflect.TypeFor[wire.PositionRequest](),
	"tables 200":          reflect.TypeFor[wire.TablesAnswer](),
	"define":              reflect.TypeFor[wire.DefineRequest](),
	"define 200":          reflect.TypeFor[wire.Defined](),
	"drawSVG":             reflect.TypeFor[wire.PictureRequest](),
	"drawPNG":             reflect.TypeFor[wire.PictureRequest](),
	"analyse":             reflect.TypeFor[analyseRequest](),
	"analyse 200":         reflect.TypeFor[analysis](),
	"analysts 200":        reflect.TypeFor[wire.GameAnalysts](),
	"askAnalysis":         reflect.TypeFor[wire.LineRequest](),
	"askAnalysis 201":     reflect.TypeFor[wire.GameAnalysis](),
	"readAnalysis 200":    reflect.TypeFor[wire.GameAnalysis](),
	"createGame":          reflect.TypeFor[wire.NewGame](),
	"createGame 201":      reflect.TypeFor[wire.OneGame](),
	"openGames 200":       reflect.TypeFor[wire.Challenges](),
	"readGame 200":        reflect.TypeFor[wire.OneGame](),
	"joinGame":            reflect.TypeFor[wire.JoinRequest](),
	"joinGame 200":        reflect.TypeFor[wire.OneGame](),
	"readAhead 200":       reflect.TypeFor[wire.Ahead](),
	"setAhead":            reflect.TypeFor[wire.AheadRequest](),
	"setAhead 200":        reflect.TypeFor[wire.Ahead](),
	"command":             reflect.TypeFor[wire.Heading](),
	"command 200":         reflect.TypeFor[wire.PongMessage](),
	"botToken 201":        reflect.TypeFor[wire.BotToken](),
	"streamEvents 200":    reflect.TypeFor[wire.BotEvent](),
	"playingGames 200":    reflect.TypeFor[wire.Playing](),
	"seeks 200":           reflect.TypeFor[wire.Seeks](),
	"myGames 200":         reflect.TypeFor[wire.Summaries](),
	"createStudy":         reflect.TypeFor[wire.NewStudy](),
	"createStudy 201":     reflect.TypeFor[wire.OneStudy](),
	"readStudy 200":       reflect.TypeFor[wire.OneStudy](),
	"changeStudy":         reflect.TypeFor[wire.StudyChange](),
	"changeStudy 200":     reflect.TypeFor[wire.OneStudy](),
	"account 200":         reflect.TypeFor[wire.AccountState](),
	"challenge":           reflect.TypeFor[wire.ChallengeRequest](),
	"challenge 200":       reflect.TypeFor[wire.PasskeyChallenge](),
	"register":            reflect.TypeFor[wire.CredentialRequest](),
	"register 201":        reflect.TypeFor[wire.RecoveryCodes](),
	"signIn":              reflect.TypeFor[wire.CredentialRequest](),
	"recover":             reflect.TypeFor[wire.RecoveryRequest](),
	"confirm":             reflect.TypeFor[wire.CredentialRequest](),
	"signOut":             reflect.TypeFor[wire.SignOutRequest](),
	"renameAccount":       reflect.TypeFor[wire.NameRequest](),
	"openID":              reflect.TypeFor[wire.OpenIDRequest](),
	"openID 200":          reflect.TypeFor[wire.OpenIDVisit](),
	"finishOpenID":        reflect.TypeFor[wire.OpenIDReturn](),
	"finishOpenID 200":    reflect.TypeFor[wire.OpenIDResult](),
	"registerOpenID":      reflect.TypeFor[wire.NameRequest](),
	"newCodes 200":        reflect.TypeFor[wire.RecoveryCodes](),
	"addPasskey":          reflect.TypeFor[wire.CredentialRequest](),
	"tokens 200":          reflect.TypeFor[wire.Tokens](),
	"createToken":         reflect.TypeFor[wire.TokenRequest](),
	"createToken 201":     reflect.TypeFor[wire.NewToken](),
	"token 200":           reflect.TypeFor[wire.TokenOwner](),
	"ratings 200":         reflect.TypeFor[wire.Ratings](),
	"ratingHistory 200":   reflect.TypeFor[wire.RatingHistory](),
	"profile 200":         reflect.TypeFor[wire.Profile](),
	"profileGames 200":    reflect.TypeFor[wire.ProfileGames](),
	"openings 200":        reflect.TypeFor[wire.Openings](),
	"relate":              reflect.TypeFor[wire.Relation](),
	"directChallenge":     reflect.TypeFor[wire.DirectChallengeRequest](),
	"friends 200":         reflect.TypeFor[wire.Friends](),
	"setProfile":          reflect.TypeFor[wire.ProfileRequest](),
	"leaderboards 200":    reflect.TypeFor[wire.Leaderboards](),
	"leaderboard 200":     reflect.TypeFor[wire.Leaderboard](),
	"report":              reflect.TypeFor[wire.ReportRequest](),
	"appeal":              reflect.TypeFor[wire.AppealRequest](),
	"reports 200":         reflect.TypeFor[wire.Reports](),
	"readReport 200":      reflect.TypeFor[wire.ReportDetails](),
	"actions 200":         reflect.TypeFor[wire.ModerationLog](),
	"moderate":            reflect.TypeFor[wire.ModerationRequest](),
	"pushKey 200":         reflect.TypeFor[wire.PushKey](),
	"subscribe":           reflect.TypeFor[wire.PushSubscription](),
	"unsubscribe":         reflect.TypeFor[wire.PushEndpoint](),
	"oembed 200":          reflect.TypeFor[wire.OEmbed](),
	"notice 200":          reflect.TypeFor[wire.Notices](),
}

// TestSchemas checks that the schemas of the document have the same properties as the Go types. A schema
// without properties matches any type.
func TestSchemas(t *testing.T) {
	type content struct {
		Content map[string]struct{ Schema *schema }
	}
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string
			RequestBody content
			Responses   map[string]content
		}
		Components struct {
			Schemas   map[string]*schema
			Responses map[string]content
		}
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	c := &comparison{t: t, named: doc.Components.Schemas, used: map[string]bool{}}
	unused := maps.Clone(bodies)
	body := func(name string, of content) {
		for _, one := range of.Content {
			if s := one.Schema; s.Ref == "" && len(c.properties(s)) == 0 {
				continue
			}
			if bodies[name] == nil {
				t.Errorf("%s: add its type to the test", name)
				continue
			}
			delete(unused, name)
			c.compare(name, one.Schema, bodies[name])
		}
	}
	for _, operations := range doc.Paths {
		for _, o := range operations {
			body(o.OperationID, o.RequestBody)
			for status, response := range o.Responses {
				body(o.OperationID+" "+status, response)
			}
		}
	}
	for name, response := range doc.Components.Responses {
		for _, one := range response.Content {
			c.compare(name, one.Schema, reflect.TypeFor[wire.Failed]())
		}
	}
	for name := range unused {
		t.Errorf("the document does not describe the body of %s", name)
	}
	for name := range doc.Components.Schemas {
		if !c.used[name] {
			t.Errorf("no body contains the schema %s", name)
		}
	}
}

// comparison compares schemas with types.
type comparison struct {
	t     *testing.T
	named map[string]*schema
	used  map[string]bool // names of the schemas that are in use
}

// compare compares a schema with a type, and their properties with its fields.
func (c *comparison) compare(at string, s *schema, of reflect.Type) {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of == reflect.TypeFor[wire.Message]() {
		of = reflect.TypeOf(struct {
			Code string         `json:"code"`
			Args map[string]any `json:"args"`
		}{})
	}
	if s = c.resolve(s); s.Items != nil && of.Kind() == reflect.Slice {
		c.compare(at+"[]", s.Items, of.Elem())
		return
	}
	properties := c.properties(s)
	if len(properties) == 0 {
		return
	}
	if of.Kind() != reflect.Struct {
		c.t.Errorf("%s: %v has no properties", at, of)
		return
	}
	fields := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(of) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			fields[name] = f.Type
		}
	}
	got, want := slices.Sorted(maps.Keys(properties)), slices.Sorted(maps.Keys(fields))
	if !slices.Equal(got, want) {
		c.t.Errorf("%s: the schema has the properties\n%v, %v has\n%v", at, got, of, want)
	}
	for name, property := range properties {
		if field := fields[name]; field != nil {
			c.compare(at+"."+name, property, field)
		}
	}
}

// properties returns the properties of an object, including those of the schemas that it combines.
func (c *comparison) properties(s *schema) map[string]*schema {
	s = c.resolve(s)
	all := maps.Clone(s.Properties)
	for _, part := range s.AllOf {
		if all == nil {
			all = map[string]*schema{}
		}
		maps.Copy(all, c.properties(part))
	}
	for _, name := range s.Required {
		if len(all) > 0 && all[name] == nil {
			c.t.Errorf("the required property %s is missing", name)
		}
	}
	return all
}

// resolve follows a reference, and returns the schema of a value that may be null.
func (c *comparison) resolve(s *schema) *schema {
	if len(s.OneOf) > 0 {
		s = s.OneOf[0]
	}
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		c.used[name] = true
		if c.named[name] == nil {
			c.t.Fatalf("unknown schema %s", name)
		}
		return c.resolve(c.named[name])
	}
	return s
}

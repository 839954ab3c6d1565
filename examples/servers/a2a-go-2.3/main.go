// An agent on a2a-go 2.3 that does what the text of a message says.
package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

type agent struct{}

type tell func(a2a.Event, error) bool

// chunk is one update of an artifact; `more` appends to it, `last` ends it.
func chunk(call *a2asrv.ExecutorContext, id a2a.ArtifactID, more, last bool, parts ...*a2a.Part) a2a.Event {
	event := a2a.NewArtifactUpdateEvent(call, id, parts...)
	event.Append, event.LastChunk = more, last
	return event
}

func status(call *a2asrv.ExecutorContext, state a2a.TaskState, text string) a2a.Event {
	if text == "" {
		return a2a.NewStatusUpdateEvent(call, state, nil)
	}
	said := a2a.NewMessageForTask(a2a.MessageRoleAgent, call, a2a.NewTextPart(text))
	return a2a.NewStatusUpdateEvent(call, state, said)
}

func (agent) Execute(ctx context.Context, call *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		wish := call.Message.Parts[0].Text()
		if wish == "message" {
			said := a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart("Nothing to do."))
			said.ContextID = call.ContextID
			yield(said, nil)
			return
		}
		if call.StoredTask == nil {
			if !yield(a2a.NewSubmittedTask(call, call.Message), nil) {
				return
			}
		}
		if yield(status(call, a2a.TaskStateWorking, "Looking."), nil) {
			do(ctx, wish, call, yield)
		}
	}
}

func do(ctx context.Context, wish string, call *a2asrv.ExecutorContext, yield tell) {
	text := a2a.NewTextPart
	switch wish {
	case "artifacts":
		for number, piece := range []string{"FAKE-001 ", "08:00, ", "FAKE-002 20:00"} {
			yield(chunk(call, "flights", number > 0, number == 2, text(piece)), nil)
		}
		fares := a2a.NewDataPart(map[string]any{"FAKE-001": map[string]any{"economy": 310}})
		picture := a2a.NewFileURLPart("https://example.com/map.png", "image/png")
		yield(chunk(call, "fares", false, true, fares, picture), nil)
		yield(status(call, a2a.TaskStateCompleted, "Two flights."), nil)
	case "interleaved":
		yield(chunk(call, "weather", false, false, text("1 May: ")), nil)
		yield(chunk(call, "flights", false, false, text("FAKE-001")), nil)
		yield(chunk(call, "weather", true, true, text("sunny")), nil)
		yield(chunk(call, "flights", true, true, text(" 08:00")), nil)
		yield(status(call, a2a.TaskStateCompleted, ""), nil)
	case "failed":
		yield(status(call, a2a.TaskStateFailed, "The timetable is gone."), nil)
	case "rejected":
		yield(status(call, a2a.TaskStateRejected, "Not to the moon."), nil)
	case "question":
		yield(status(call, a2a.TaskStateInputRequired, "Which day?"), nil)
	case "canceled":
		yield(chunk(call, "flights", false, false, text("So far: ")), nil)
		<-ctx.Done()
	case "subscribed":
		yield(chunk(call, "report", false, false, text("One ")), nil)
		time.Sleep(time.Second)
		yield(chunk(call, "report", true, true, text("two")), nil)
		yield(status(call, a2a.TaskStateCompleted, ""), nil)
	case "crash":
		yield(nil, errors.New("boom"))
	}
}

func (agent) Cancel(_ context.Context, call *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(status(call, a2a.TaskStateCanceled, "Given up."), nil)
	}
}

func main() {
	address := fmt.Sprintf("127.0.0.1:%s", os.Args[1])
	card := &a2a.AgentCard{
		Name:        "Flights",
		Description: "Finds flights.",
		Version:     "1.0.0",
		SupportedInterfaces: []*a2a.AgentInterface{
			a2a.NewAgentInterface("http://"+address+"/", a2a.TransportProtocolJSONRPC),
		},
		DefaultInputModes:  []string{"text/plain"},
		DefaultOutputModes: []string{"text/plain"},
		Capabilities:       a2a.AgentCapabilities{Streaming: true},
		Skills:             []a2a.AgentSkill{{ID: "flights", Name: "Flights", Description: "Finds flights.", Tags: []string{"flights"}}},
	}
	mux := http.NewServeMux()
	mux.Handle("/", a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(agent{})))
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	log.Fatal(http.ListenAndServe(address, mux))
}
